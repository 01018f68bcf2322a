-- SPDX-License-Identifier: MIT
-- version1.sql - a store of version 1 of the schema, as the first release wrote it: a match of the null game that is over, an
-- account, links, chat. It never changes: schema_test.c opens it with every later release.
PRAGMA application_id = 1097622881;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE accounts ( key TEXT NOT NULL PRIMARY KEY CHECK (key <> ''), name TEXT NOT NULL, password_hash TEXT NOT NULL, created INTEGER NOT NULL CHECK (created >= 0)) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES('anna','Anna','$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaA',1700000000000);
CREATE TABLE chat ( match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, line INTEGER NOT NULL CHECK (line >= 1), seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 63), at INTEGER NOT NULL CHECK (at >= 0), text TEXT NOT NULL, PRIMARY KEY (match, line)) STRICT, WITHOUT ROWID;
INSERT INTO "chat" VALUES(1,1,0,1700000000001,'ciao');
INSERT INTO "chat" VALUES(1,2,63,1700000000002,'buona partita: è iniziata');
CREATE TABLE links ( hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3), match INTEGER REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL, account TEXT REFERENCES accounts, until INTEGER NOT NULL CHECK (until >= 0)) STRICT, WITHOUT ROWID;
INSERT INTO "links" VALUES(X'0707070707070707070707070707070707070707070707070707070707070707',0,1,1,NULL,0);
INSERT INTO "links" VALUES(X'0808080808080808080808080808080808080808080808080808080808080808',2,NULL,255,NULL,0);
CREATE TABLE matches ( number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE CHECK (length(id) = 12 AND id NOT GLOB '*[^a-z2-7]*'), game TEXT NOT NULL, rules_version INTEGER NOT NULL CHECK (rules_version >= 1), seats INTEGER NOT NULL CHECK (seats BETWEEN 1 AND 48), options TEXT NOT NULL, name TEXT NOT NULL, listed INTEGER NOT NULL CHECK (listed IN (0, 1)), by_hand INTEGER NOT NULL CHECK (by_hand IN (0, 1)), seed BLOB NOT NULL CHECK (length(seed) = 32), commitment BLOB NOT NULL CHECK (length(commitment) = 32), status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3), created INTEGER NOT NULL CHECK (created >= 0), changed INTEGER NOT NULL CHECK (changed >= 0), settings TEXT NOT NULL, state TEXT NOT NULL) STRICT;
INSERT INTO "matches" VALUES(1,'abcdefgh2345','null',1,2,'rounds=3 tie=nobody','Città di Traù',1,0,X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F',X'B3A3B63A64C92342C3A87A05086C63AD661C1AF55DD53D55FFD748F06401ADF0',3,1000,3000,'{"clock":null}','{}');
CREATE TABLE plies ( match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, ply INTEGER NOT NULL CHECK (ply >= 1), seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 63), move INTEGER NOT NULL CHECK (move BETWEEN 0 AND 4294967295), at INTEGER NOT NULL CHECK (at >= 0), note TEXT, PRIMARY KEY (match, ply)) STRICT, WITHOUT ROWID;
INSERT INTO "plies" VALUES(1,1,0,16777216,2001,'so it goes');
INSERT INTO "plies" VALUES(1,2,1,16777216,2002,'so it goes');
INSERT INTO "plies" VALUES(1,3,62,33554438,2003,NULL);
INSERT INTO "plies" VALUES(1,4,0,16777216,2004,'so it goes');
INSERT INTO "plies" VALUES(1,5,1,16777216,2005,'so it goes');
INSERT INTO "plies" VALUES(1,6,62,33554434,2006,NULL);
INSERT INTO "plies" VALUES(1,7,0,16777216,2007,'so it goes');
INSERT INTO "plies" VALUES(1,8,1,16777216,2008,'so it goes');
INSERT INTO "plies" VALUES(1,9,62,33554436,2009,NULL);
CREATE TABLE scenarios ( match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE, name TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
CREATE TABLE seats ( match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47), who TEXT NOT NULL, name TEXT NOT NULL, word TEXT NOT NULL, joined INTEGER NOT NULL CHECK (joined IN (0, 1)), muted INTEGER NOT NULL CHECK (muted IN (0, 1)), account TEXT REFERENCES accounts, PRIMARY KEY (match, seat)) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,'human','Anna','alea iacta est',1,0,'anna');
INSERT INTO "seats" VALUES(1,1,'bot:greedy','','',1,0,NULL);
CREATE INDEX matches_created ON matches (created, number);
CREATE INDEX matches_listed ON matches (created, number) WHERE listed = 1;
CREATE INDEX matches_status ON matches (status, created, number);
CREATE INDEX seats_account ON seats (account, match) WHERE account IS NOT NULL;
CREATE INDEX links_match ON links (match, kind, seat);
CREATE INDEX links_until ON links (until) WHERE until <> 0;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',1);
COMMIT;
