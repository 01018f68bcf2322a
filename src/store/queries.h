/* SPDX-License-Identifier: MIT */
/* queries.h - all SQL of the store but its schema: one table, X(NAME, text). Parameters are bound in order, from ?1. */
#ifndef ALEA_STORE_QUERIES_H
#define ALEA_STORE_QUERIES_H

/* clang-format off */
#define LAST_PLY(match) "coalesce((SELECT max(ply) FROM plies WHERE match = " match "), 0)"

/* How many plies a match has, and when the last was made, is asked of its log: there is no second record to go wrong. */
#define MATCH_ROW(bytes)                                                                                              \
    "SELECT m.id, m.game, m.rules_version, m.seats, m.options, m.name, m.listed, m.by_hand, m.seed, m.commitment,"    \
    " m.status, m.created, m.changed, m.settings, m.state, " LAST_PLY("m.number") ","                                 \
    " coalesce((SELECT at FROM plies WHERE match = m.number ORDER BY ply DESC LIMIT 1), 0), s.name, " bytes           \
    " FROM matches AS m LEFT JOIN scenarios AS s ON s.match = m.number "

/* ?1 before, ?2 limit, ?3 listed ones only, ?4 status or -1. An index says it all, where there is one: then a row that can't be
 * read keeps nobody from the next one. */
#define LIST(more)                                                                                                    \
    "SELECT m.number, m.created FROM matches AS m WHERE m.created < ?1 " more " ORDER BY m.created DESC, m.number DESC LIMIT ?2"

/* The account's name stands behind its key. */
#define CHANNEL_ROW                                                                                                   \
    "SELECT c.number, c.account, a.name, coalesce(m.id, ''), c.seat, c.kind, c.address, c.secret, c.lang, c.status,"  \
    " c.reminders, c.quiet_from, c.quiet_to, c.zone, c.digest, c.failures, c.tried, c.trouble FROM channels AS c"     \
    " LEFT JOIN accounts AS a ON a.key = c.account LEFT JOIN matches AS m ON m.number = c.match "

/* Of several servers each looks after some first letters of ids; what is of no match goes with the first letter. */
#define OF_SHARES "'%' || coalesce(substr(m.id, 1, 1), 'a') || '%'"
#define OUTBOX_OF_SHARES                                                                                              \
    "?1 LIKE '%' || coalesce((SELECT substr(m.id, 1, 1) FROM matches AS m WHERE m.number = outbox.match), 'a') || '%'"

#define DUE_TURNS(more)                                                                                               \
    "SELECT m.id, t.seat, t.since, t.deadline, t.looked, t.step, t.due, m.name, m.game FROM turns AS t"               \
    " JOIN matches AS m ON m.number = t.match WHERE t.due > 0 AND t.due <= ?1 " more

/* `of`: what is joined before it. */
#define NOTICES(of, more)                                                                                             \
    "SELECT o.number, o.channel, coalesce(m.id, ''), coalesce(m.name, ''), coalesce(m.game, ''), o.seat,"             \
    " coalesce(s.name, ''), o.kind, o.since, coalesce(t.deadline, 0), o.due, o.state, o.attempts,"                    \
    " CASE o.kind WHEN 6 THEN false WHEN 7 THEN EXISTS (SELECT 1 FROM turns AS l WHERE l.match = o.match AND l.seat = o.seat" \
    " AND l.looked = 1 AND l.since >= o.since) ELSE o.match IS NOT NULL AND (t.match IS NULL"                         \
    " OR (o.kind = 0 AND t.looked = 1) OR (o.kind > 0 AND t.deadline <> o.deadline)) END"                             \
    " FROM " of "outbox AS o LEFT JOIN matches AS m ON m.number = o.match"                                            \
    " LEFT JOIN turns AS t ON t.match = o.match AND t.seat = o.seat AND t.since = o.since"                            \
    " LEFT JOIN seats AS s ON s.match = o.match AND s.seat = o.seat"                                                  \
    " WHERE o.state IN (0, 2) AND o.due <= ?1 " more

/* The few channels first, whatever a planner thinks; joined, since SQLite would make a table for what an IN selects. */
#define NOTICES_AT(more)                                                                                              \
    NOTICES("channels AS c CROSS JOIN ",                                                                              \
            "AND o.channel = c.number AND c.address = ?3 AND c.kind = ?4 AND c.lang = ?5 AND c.status = 1 " more      \
            " ORDER BY o.due, o.number LIMIT ?2")

#define QUERIES(X)                                                                                                    \
    X(BEGIN, "BEGIN IMMEDIATE")                                                                                       \
    X(COMMIT, "COMMIT")                                                                                               \
    X(NUMBER, "SELECT number FROM matches WHERE id = ?1")                                                             \
    X(CREATE,                                                                                                         \
      "INSERT INTO matches (id, game, rules_version, seats, options, name, listed, by_hand, seed, commitment, status," \
      " created, changed, settings, state) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"   \
      " RETURNING number")                                                                                            \
    X(CREATE_SCENARIO, "INSERT INTO scenarios (match, name, bytes) VALUES (?1, ?2, ?3)")                              \
    X(CREATE_SEAT,                                                                                                    \
      "INSERT INTO seats (match, seat, who, name, word, joined, muted, account) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)") \
    X(SET_STATE, "UPDATE matches SET status = ?2, state = ?3, changed = ?4 WHERE id = ?1")                            \
    X(SET_SEED, "UPDATE matches SET seed = ?2, commitment = ?3 WHERE number = ?1")                                    \
    X(ADD_DRAW, "INSERT INTO draws (match, kind, number, seat, bytes) VALUES (?1, ?2, ?3, ?4, ?5)")                   \
    X(DROP_DRAWS, "DELETE FROM draws WHERE match = ?1")                                                               \
    X(DRAWS, "SELECT kind, number, seat, bytes FROM draws WHERE match = ?1 ORDER BY kind, number")                    \
    X(SEAL, "UPDATE matches SET status = 3, changed = ?2 WHERE id = ?1")                                              \
    X(DELETE, "DELETE FROM matches WHERE id = ?1")                                                                    \
    X(SHORTEN, "DELETE FROM plies WHERE match = ?1 AND ply > ?2")                                                     \
    X(BURY,                                                                                                           \
      "INSERT INTO graves (id, by_hand, seed, commitment, plies, throws, deleted) SELECT id, by_hand, seed, commitment,"\
      " " LAST_PLY("number") ", ?2, ?3 FROM matches WHERE id = ?1")                                                    \
    X(GRAVE, "SELECT by_hand, seed, commitment, plies, throws, deleted FROM graves WHERE id = ?1")                    \
    X(MATCH, MATCH_ROW("s.bytes") "WHERE m.id = ?1")                                                                  \
    X(LISTED_ROW, MATCH_ROW("NULL") "WHERE m.number = ?1")                                                             \
    X(LIST, LIST("AND (?3 = 0 OR m.listed = 1) AND (?4 < 0 OR m.status = ?4)"))                                       \
    X(LIST_LISTED, LIST("AND m.listed = 1 AND ?3 = 1 AND (?4 < 0 OR m.status = ?4)"))                                 \
    X(LIST_STATUS, LIST("AND (?3 = 0 OR m.listed = 1) AND m.status = ?4"))                                            \
    X(LIST_ACCOUNT,                                                                                                   \
      LIST("AND (?3 = 0 OR m.listed = 1) AND (?4 < 0 OR m.status = ?4)"                                               \
           " AND m.number IN (SELECT match FROM seats WHERE account = ?5)"))                                          \
    X(LIST_TABLE,                                                                                                     \
      "SELECT m.number, m.created FROM matches AS m NOT INDEXED WHERE m.created < ?1"                                 \
      " AND (?3 = 0 OR m.listed = 1) AND (?4 < 0 OR m.status = ?4) AND (?5 IS NULL OR"                                \
      " EXISTS (SELECT 1 FROM seats AS s NOT INDEXED WHERE s.match = m.number AND s.account = ?5))"                   \
      " ORDER BY m.number DESC LIMIT ?2")                                                                             \
    X(APPEND, "INSERT INTO plies (match, ply, seat, move, at, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                 \
    X(TAKE_BACK, "DELETE FROM plies WHERE match = ?1 AND ply = ?2 AND ?2 = " LAST_PLY("?1"))                          \
    X(LAST_PLY, "SELECT " LAST_PLY("?1"))                                                                             \
    X(READ, "SELECT ply, seat, move, at, note FROM plies WHERE match = ?1 AND ply > ?2 ORDER BY ply")                 \
    X(SET_SEAT,                                                                                                       \
      "UPDATE seats SET who = ?3, name = ?4, word = ?5, joined = ?6, muted = ?7, account = ?8"                        \
      " WHERE match = ?1 AND seat = ?2")                                                                              \
    X(SEATS,                                                                                                          \
      "SELECT s.seat, s.who, s.name, s.word, s.joined, s.muted, s.account, a.name,"                                   \
      " (SELECT seats FROM matches WHERE number = ?1)"                                                                \
      " FROM seats AS s LEFT JOIN accounts AS a ON a.key = s.account WHERE s.match = ?1 ORDER BY s.seat")             \
    X(ADD_LINK, "INSERT INTO links (hash, kind, match, seat, account, until) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")        \
    X(FIND_LINK,                                                                                                      \
      "SELECT l.kind, m.id, l.seat, l.account, a.name, l.until FROM links AS l"                                       \
      " LEFT JOIN matches AS m ON m.number = l.match LEFT JOIN accounts AS a ON a.key = l.account"                    \
      " WHERE l.hash = ?1 AND (l.until = 0 OR l.until > ?2)")                                                         \
    X(DROP_LINK, "DELETE FROM links WHERE hash = ?1")                                                                 \
    X(DROP_LINKS, "DELETE FROM links WHERE kind = ?1 AND match IS ?2 AND seat = ?3")                                  \
    X(COUNT_LINKS, "SELECT count(*) FROM links WHERE kind = ?1 AND match IS ?2 AND seat = ?3")                        \
    X(TURN_LINKS, "UPDATE links SET kind = ?4, seat = ?5 WHERE kind = ?1 AND match IS ?2 AND seat = ?3")              \
    X(ADD_ENROLMENT,                                                                                                  \
      "INSERT INTO enrolments (match, number, status, seat, at, name, wishes) SELECT ?1,"                             \
      " 1 + coalesce((SELECT max(number) FROM enrolments WHERE match = ?1), 0), 0, ?2, ?3, ?4, ?5 RETURNING number")  \
    X(ENROLMENTS,                                                                                                     \
      "SELECT number, status, seat, at, name, wishes FROM enrolments WHERE match = ?1 AND number BETWEEN ?2 AND ?3"   \
      " ORDER BY number")                                                                                             \
    X(SET_ENROLMENT, "UPDATE enrolments SET status = ?3, seat = ?4 WHERE match = ?1 AND number = ?2")                 \
    X(VACATE, "UPDATE enrolments SET status = ?3 WHERE match = ?1 AND seat = ?2 AND status = 1")                      \
    X(DROP_ENROLMENT, "DELETE FROM enrolments WHERE match = ?1 AND number = ?2")                                      \
    X(REPLACE_ASKED,                                                                                                  \
      "DELETE FROM asked WHERE match = ?1 AND seat = ?2 AND question = ?3")                                           \
    X(ADD_ASKED,                                                                                                      \
      "INSERT INTO asked (hash, match, seat, question, ply) VALUES (?1, ?2, ?3, ?4, ?5)")                             \
    X(FIND_ASKED,                                                                                                     \
      "SELECT m.id, a.seat, a.question, a.ply FROM asked AS a JOIN matches AS m ON m.number = a.match"                \
      " WHERE a.hash = ?1")                                                                                           \
    X(DROP_ASKED,                                                                                                     \
      "DELETE FROM asked WHERE match = ?1 AND seat = ?2")                                                             \
    X(SET_TURN,                                                                                                       \
      "INSERT OR REPLACE INTO turns (match, seat, since, deadline, looked, step, due)"                                \
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                                                         \
    X(DROP_TURN, "DELETE FROM turns WHERE match = ?1 AND seat = ?2")                                                  \
    X(TURNS,                                                                                                          \
      "SELECT m.id, t.seat, t.since, t.deadline, t.looked, t.step, t.due, m.name, m.game FROM turns AS t"             \
      " JOIN matches AS m ON m.number = t.match WHERE t.match = ?1 ORDER BY t.seat")                                  \
    X(DUE_TURNS, DUE_TURNS("ORDER BY t.due LIMIT ?2"))                                                               \
    X(DUE_TURNS_OF, DUE_TURNS("AND ?3 LIKE " OF_SHARES " ORDER BY t.due LIMIT ?2"))                                   \
    X(TURNS_OF,                                                                                                       \
      "SELECT m.id, t.seat, t.since, t.deadline, t.looked, t.step, t.due, m.name, m.game FROM seats AS s"             \
      " JOIN turns AS t ON t.match = s.match AND t.seat = s.seat JOIN matches AS m ON m.number = t.match"             \
      " WHERE s.account = ?1 ORDER BY t.deadline = 0, t.deadline, t.since, m.number, t.seat LIMIT ?2")                \
    X(NEXT_NOTICE,                                                                                                    \
      "SELECT coalesce((SELECT min(due) FROM turns WHERE due > 0), 0),"                                               \
      " coalesce((SELECT due FROM outbox WHERE state IN (0, 2) ORDER BY due LIMIT 1), 0)")                            \
    X(NEXT_NOTICE_OF,                                                                                                 \
      "SELECT coalesce((SELECT t.due FROM turns AS t JOIN matches AS m ON m.number = t.match WHERE t.due > 0"         \
      " AND ?1 LIKE " OF_SHARES " ORDER BY t.due LIMIT 1), 0),"                                                       \
      " coalesce((SELECT o.due FROM outbox AS o LEFT JOIN matches AS m ON m.number = o.match"                         \
      " WHERE o.state IN (0, 2) AND ?1 LIKE " OF_SHARES " ORDER BY o.due LIMIT 1), 0)")                               \
    X(ADD_CHANNEL,                                                                                                    \
      "INSERT INTO channels (account, match, seat, kind, address, secret, lang, status, reminders, quiet_from,"       \
      " quiet_to, zone, digest, failures, tried, trouble) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12," \
      " ?13, ?14, ?15, ?16) RETURNING number")                                                                        \
    X(SET_CHANNEL,                                                                                                    \
      "UPDATE channels SET status = ?2, reminders = ?3, quiet_from = ?4, quiet_to = ?5, zone = ?6, digest = ?7,"      \
      " failures = ?8, tried = ?9, trouble = ?10 WHERE number = ?1")                                                  \
    X(DROP_CHANNEL, "DELETE FROM channels WHERE number = ?1")                                                         \
    X(DROP_CHANNELS, "DELETE FROM channels WHERE match = ?1 AND seat = ?2")                                           \
    X(CHANNEL, CHANNEL_ROW "WHERE c.number = ?1")                                                                     \
    X(CHANNEL_BY_SECRET, CHANNEL_ROW "WHERE c.secret = ?1")                                                           \
    X(CHANNELS_OF_ACCOUNT, CHANNEL_ROW "WHERE c.account = ?1 ORDER BY c.number")                                      \
    X(CHANNELS_OF_SEAT, CHANNEL_ROW "WHERE c.match = ?1 AND c.seat = ?2 ORDER BY c.number")                           \
    X(CHANNELS_FOR,                                                                                                   \
      CHANNEL_ROW "WHERE (c.match = ?1 AND c.seat = ?2) OR c.account ="                                               \
      " (SELECT account FROM seats WHERE match = ?1 AND seat = ?2) ORDER BY c.number")                                \
    X(SHARED_CHANNEL,                                                                                                 \
      "SELECT count(*) FROM channels AS c WHERE c.address = ?3 AND c.kind = ?4 AND ((c.match = ?1 AND c.seat <> ?2)"  \
      " OR c.account IN (SELECT account FROM seats WHERE match = ?1 AND seat <> ?2 AND account IS NOT NULL))")        \
    X(ADD_NOTICE,                                                                                                     \
      "INSERT INTO outbox (channel, match, seat, kind, since, deadline, due, state, attempts)"                        \
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0)")                                                                   \
    X(NOTICES, NOTICES("", "ORDER BY o.due, o.number LIMIT ?2"))                                                          \
    X(NOTICES_AT, NOTICES_AT(""))                                                                                     \
    X(NOTICES_AT_OF, NOTICES_AT("AND ?6 LIKE " OF_SHARES))                                                            \
    X(NOTICES_OF, NOTICES("", "AND ?3 LIKE " OF_SHARES " ORDER BY o.due, o.number LIMIT ?2"))                             \
    X(BEGIN_NOTICE, "UPDATE outbox SET state = state + 1, attempts = attempts + 1 WHERE number = ?1")                 \
    X(DELAY_NOTICE, "UPDATE outbox SET state = CASE WHEN ?3 THEN 2 ELSE (state >> 1) << 1 END, due = ?2 WHERE number = ?1")                        \
    X(DROP_ORDERS, "DELETE FROM outbox WHERE match = ?1 AND seat = ?2 AND kind = 7 AND state IN (0, 2)")              \
    X(DROP_NOTICE, "DELETE FROM outbox WHERE number = ?1")                                                            \
    X(DROP_UNSURE_NOTICES, "DELETE FROM outbox WHERE state = 3")                                                      \
    X(REQUEUE_NOTICES, "UPDATE outbox SET state = 2 WHERE state = 1")                                                 \
    X(DROP_UNSURE_NOTICES_OF, "DELETE FROM outbox WHERE state = 3 AND " OUTBOX_OF_SHARES)                             \
    X(REQUEUE_NOTICES_OF, "UPDATE outbox SET state = 2 WHERE state = 1 AND " OUTBOX_OF_SHARES)                        \
    X(COUNT_NOTICES,                                                                                                  \
      "SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM channels),"                                        \
      " (SELECT count(*) FROM channels WHERE status = 2)")                                                            \
    X(ADD_ASK, "INSERT INTO asks (hash, channel, match, seat, kind, since, until) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)") \
    X(ASK,                                                                                                            \
      "SELECT a.channel, a.kind >= 6 OR (t.match IS NOT NULL AND (a.kind > 0 OR t.looked = 0)) FROM asks AS a"        \
      " LEFT JOIN turns AS t ON t.match = a.match AND t.seat = a.seat AND t.since = a.since"                          \
      " WHERE a.hash = ?1 AND a.until > ?2")                                                                          \
    X(COUNT_AWAITED,                                                                                                  \
      "SELECT count(*) FROM (SELECT t.match FROM channels AS o JOIN channels AS c ON c.address = o.address"           \
      " JOIN turns AS t ON t.match = c.match AND t.seat = c.seat WHERE o.number = ?1 AND c.kind = o.kind"             \
      " UNION SELECT t.match FROM channels AS o JOIN channels AS c ON c.address = o.address"                          \
      " JOIN seats AS s ON s.account = c.account JOIN turns AS t ON t.match = s.match AND t.seat = s.seat"            \
      " WHERE o.number = ?1 AND c.kind = o.kind) AS awaited")                                                         \
    X(DROP_ASKS, "DELETE FROM asks WHERE match = ?1 AND seat = ?2")                                                   \
    X(DROP_EXPIRED_ASKS, "DELETE FROM asks WHERE until <= ?1")                                                        \
    X(ADD_PASS, "INSERT INTO passes (hash, match, seat, until) VALUES (?1, ?2, ?3, ?4)")                              \
    X(FIND_PASS,                                                                                                      \
      "SELECT m.id, p.seat, p.until FROM passes AS p JOIN matches AS m ON m.number = p.match WHERE p.hash = ?1")      \
    X(DROP_PASS, "DELETE FROM passes WHERE hash = ?1")                                                                \
    X(DROP_PASSES, "DELETE FROM passes WHERE match = ?1 AND seat = ?2")                                               \
    X(DROP_EXPIRED_PASSES, "DELETE FROM passes WHERE until <= ?1")                                                    \
    X(NOTES, "SELECT seat, side, place, goal, at, text FROM notes WHERE match = ?1 ORDER BY seat, side, place, goal") \
    X(SET_NOTE,                                                                                                       \
      "INSERT OR REPLACE INTO notes (match, seat, side, place, goal, at, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")  \
    X(DROP_NOTE, "DELETE FROM notes WHERE match = ?1 AND seat = ?2 AND side = ?3 AND place = ?4 AND goal = ?5")       \
    X(DROP_OWN_NOTES, "DELETE FROM notes WHERE match = ?1 AND seat = ?2 AND side = 0")                                \
    X(INSPECT_CHANNELS, "SELECT number FROM channels")                                                                \
    X(DROP_EXPIRED, "DELETE FROM links WHERE until <> 0 AND until <= ?1")                                             \
    X(FIND_DEVICE, "SELECT count(*) FROM devices WHERE hash = ?1 AND account = ?2 AND until > ?3")                    \
    X(MOVE_DEVICE, "UPDATE devices SET hash = ?2 WHERE hash = ?1")                                                    \
    X(ADD_DEVICE, "INSERT OR REPLACE INTO devices (hash, account, until) VALUES (?1, ?2, ?3)")                        \
    X(DROP_DEVICES,                                                                                                   \
      "DELETE FROM devices WHERE account = ?1 AND hash NOT IN"                                                        \
      " (SELECT hash FROM devices WHERE account = ?1 ORDER BY until DESC, hash LIMIT ?2)")                            \
    X(DROP_EXPIRED_DEVICES, "DELETE FROM devices WHERE until <= ?1")                                                  \
    X(ADD_ACCOUNT, "INSERT INTO accounts (key, name, password_hash, created) VALUES (?1, ?2, ?3, ?4)")                \
    X(FIND_ACCOUNT, "SELECT name, password_hash FROM accounts WHERE key = ?1")                                        \
    X(ACCOUNT,                                                                                                        \
      "SELECT name, created, (SELECT count(*) FROM links WHERE account = ?1 AND kind = 3 AND until > ?2),"            \
      " (SELECT count(*) FROM devices WHERE account = ?1 AND until > ?2),"                                            \
      " (SELECT count(*) FROM recoveries WHERE account = ?1) FROM accounts WHERE key = ?1")                           \
    X(SET_PASSWORD, "UPDATE accounts SET password_hash = ?2 WHERE key = ?1")                                          \
    X(DROP_ACCOUNT, "DELETE FROM accounts WHERE key = ?1")                                                            \
    X(FORGET_BOUND_NAMES,                                                                                             \
      "UPDATE draws SET bytes = substr(bytes, 1, 32)"                                                                 \
      " WHERE (match, kind, number) IN (SELECT match, 2, seat FROM seats WHERE account = ?1)")                        \
    X(FORGET_ENROLLED,                                                                                                \
      "UPDATE enrolments SET name = '', wishes = ''"                                                                  \
      " WHERE status = 1 AND (match, seat) IN (SELECT match, seat FROM seats WHERE account = ?1)")                    \
    X(LEAVE_SEATS, "UPDATE seats SET account = NULL, name = '' WHERE account = ?1")                                   \
    X(DROP_SESSIONS, "DELETE FROM links WHERE account = ?1 AND hash IS NOT ?2")                                       \
    X(FORGET_DEVICES, "DELETE FROM devices WHERE account = ?1")                                                       \
    X(SET_RECOVERY, "INSERT OR REPLACE INTO recoveries (account, hash) VALUES (?1, ?2)")                              \
    X(FIND_RECOVERY, "SELECT count(*) FROM recoveries WHERE account = ?1 AND hash = ?2")                              \
    X(DROP_RECOVERY, "DELETE FROM recoveries WHERE account = ?1")                                                     \
    X(ADD_CHAT,                                                                                                       \
      "INSERT INTO chat (match, line, seat, at, text) SELECT ?1,"                                                     \
      " 1 + coalesce((SELECT max(line) FROM chat WHERE match = ?1), 0), ?2, ?3, ?4 RETURNING line")                   \
    X(READ_CHAT, "SELECT line, seat, text, at FROM chat WHERE match = ?1 AND line > ?2 ORDER BY line")                \
    X(LAST_POST, "SELECT post, ply FROM posts WHERE match = ?1 ORDER BY post DESC LIMIT 1")                           \
    X(ADD_POST,                                                                                                       \
      "INSERT INTO posts (match, post, ply, kind, answer, seat, readers, re, at, text, moves)"                        \
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")                                                       \
    X(READ_POSTS,                                                                                                     \
      "SELECT post, ply, kind, answer, seat, readers, re, at, text, moves FROM posts"                                 \
      " WHERE match = ?1 AND post > ?2 ORDER BY post")                                                                \
    X(LOWER_POSTS, "UPDATE posts SET ply = ?2 WHERE match = ?1 AND ply > ?2")                                         \
    X(SHORTEN_POSTS, "DELETE FROM posts WHERE match = ?1 AND ply > ?2")                                               \
    X(INSPECT_KEYS, "PRAGMA foreign_key_check")                                                                       \
    X(INSPECT_PLIES,                                                                                                  \
      "SELECT m.id, count(*), max(p.ply) FROM plies AS p JOIN matches AS m ON m.number = p.match"                     \
      " GROUP BY p.match HAVING count(*) <> max(p.ply) OR min(p.ply) <> 1")                                           \
    X(INSPECT_POSTS,                                                                                                   \
      "SELECT m.id, count(*), max(p.post) FROM posts AS p JOIN matches AS m ON m.number = p.match"                    \
      " GROUP BY p.match HAVING count(*) <> max(p.post) OR min(p.post) <> 1 OR max(p.ply) > " LAST_PLY("p.match"))    \
    X(INSPECT_LINKS, "SELECT hash FROM links")                                                                         \
    X(INSPECT_ACCOUNTS, "SELECT key, name FROM accounts")                                                              \
    X(INSPECT_GRAVES, "SELECT id FROM graves")                                                                         \
    X(INSPECT_DEVICES, "SELECT hash, account FROM devices")                                                            \
    X(INSPECT_ASKED,                                                                                                  \
      "SELECT hash FROM asked")                                                                                       \
    X(INSPECT_ENROLMENTS, "SELECT DISTINCT m.id FROM enrolments AS e JOIN matches AS m ON m.number = e.match")        \
    X(INSPECT_SEATS,                                                                                                  \
      "SELECT m.id, m.seats, (SELECT count(*) FROM seats AS s WHERE s.match = m.number AND s.seat < m.seats) AS n"    \
      " FROM matches AS m WHERE n <> m.seats OR n <> (SELECT count(*) FROM seats AS s WHERE s.match = m.number)")

/* What a copy from store to store reads and writes: whole tables, those that grow with play match by match. */
#define QUERIES_OF_COPIES(X)                                                                                          \
    X(DROP_NUMBER, "DELETE FROM sqlite_sequence WHERE name = ?1")                                                     \
    X(NUMBERS_OUT, "SELECT name, seq FROM sqlite_sequence ORDER BY name")                                             \
    X(NUMBERS_IN, "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)")                                          \
    X(MATCH_NUMBERS, "SELECT number FROM matches ORDER BY number")                                                    \
    X(MATCHES_OUT, "SELECT * FROM matches ORDER BY number")                                                           \
    X(MATCHES_IN, "INSERT INTO matches VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)") \
    X(SCENARIOS_OUT, "SELECT * FROM scenarios ORDER BY match")                                                        \
    X(SCENARIOS_IN, "INSERT INTO scenarios VALUES (?1, ?2, ?3)")                                                      \
    X(ACCOUNTS_OUT, "SELECT * FROM accounts ORDER BY key")                                                            \
    X(ACCOUNTS_IN, "INSERT INTO accounts VALUES (?1, ?2, ?3, ?4)")                                                    \
    X(SEATS_OUT, "SELECT * FROM seats ORDER BY match, seat")                                                          \
    X(SEATS_IN, "INSERT INTO seats VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")                                          \
    X(LINKS_OUT, "SELECT * FROM links ORDER BY hash")                                                                 \
    X(LINKS_IN, "INSERT INTO links VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                                                  \
    X(DRAWS_OUT, "SELECT * FROM draws ORDER BY match, kind, number")                                                  \
    X(DRAWS_IN, "INSERT INTO draws VALUES (?1, ?2, ?3, ?4, ?5)")                                                      \
    X(GRAVES_OUT, "SELECT * FROM graves ORDER BY id")                                                                 \
    X(GRAVES_IN, "INSERT INTO graves VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                            \
    X(DEVICES_OUT, "SELECT * FROM devices ORDER BY hash, account")                                                    \
    X(DEVICES_IN, "INSERT INTO devices VALUES (?1, ?2, ?3)")                                                          \
    X(ENROLMENTS_OUT, "SELECT * FROM enrolments ORDER BY match, number")                                              \
    X(ENROLMENTS_IN, "INSERT INTO enrolments VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                    \
    X(ASKED_OUT, "SELECT * FROM asked ORDER BY hash")                                                                 \
    X(ASKED_IN, "INSERT INTO asked VALUES (?1, ?2, ?3, ?4, ?5)")                                                      \
    X(RECOVERIES_OUT, "SELECT * FROM recoveries ORDER BY account")                                                    \
    X(RECOVERIES_IN, "INSERT INTO recoveries VALUES (?1, ?2)")                                                        \
    X(TURNS_OUT, "SELECT * FROM turns ORDER BY match, seat")                                                          \
    X(TURNS_IN, "INSERT INTO turns VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                              \
    X(CHANNELS_OUT, "SELECT * FROM channels ORDER BY number")                                                         \
    X(CHANNELS_IN, "INSERT INTO channels VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)") \
    X(OUTBOX_OUT, "SELECT * FROM outbox ORDER BY number")                                                             \
    X(OUTBOX_IN, "INSERT INTO outbox VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")                               \
    X(ASKS_OUT, "SELECT * FROM asks ORDER BY hash, match, seat, kind")                                                \
    X(ASKS_IN, "INSERT INTO asks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                                \
    X(PASSES_OUT, "SELECT * FROM passes ORDER BY hash")                                                               \
    X(PASSES_IN, "INSERT INTO passes VALUES (?1, ?2, ?3, ?4)")                                                        \
    X(NOTES_OUT, "SELECT * FROM notes ORDER BY match, seat, side, place, goal")                                       \
    X(NOTES_IN, "INSERT INTO notes VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                              \
    X(PLIES_OUT, "SELECT * FROM plies WHERE match = ?1 ORDER BY match, ply")                                          \
    X(PLIES_IN, "INSERT INTO plies VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                                                  \
    X(CHAT_OUT, "SELECT * FROM chat WHERE match = ?1 ORDER BY match, line")                                           \
    X(CHAT_IN, "INSERT INTO chat VALUES (?1, ?2, ?3, ?4, ?5)")                                                        \
    X(POSTS_OUT, "SELECT * FROM posts WHERE match = ?1 ORDER BY match, post")                                         \
    X(POSTS_IN, "INSERT INTO posts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")

enum query_id {
#define QUERY_ENUM(name, sql) QUERY_##name,
    QUERIES(QUERY_ENUM)
    QUERIES_OF_COPIES(QUERY_ENUM)
#undef QUERY_ENUM
    QUERY_END
};
/* clang-format on */

#endif
