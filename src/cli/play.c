/* SPDX-License-Identifier: MIT */
/* play.c - `alea play`: options, a match new or resumed, and the end. */
#include "play.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

enum {
    OPT_SEATS,
    OPT_OPTION,
    OPT_SEED,
    OPT_SAVE,
    OPT_RESUME,
    OPT_SCENARIO,
    OPT_SEALED,
    OPT_NAME,
    OPT_WORD,
    OPT_DICE,
    OPT_SHUFFLE,
    OPT_BOT
};

static const struct cli_option options[] = {
    [OPT_SEATS] = {"seats", true, ALEA_LABEL_OPTION_SEATS},
    [OPT_OPTION] = {"option", true, ALEA_LABEL_OPTION_OPTION},
    [OPT_SEED] = {"seed", true, ALEA_LABEL_OPTION_SEED},
    [OPT_SAVE] = {"save", true, ALEA_LABEL_OPTION_SAVE},
    [OPT_RESUME] = {"resume", true, ALEA_LABEL_OPTION_RESUME},
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
    [OPT_SEALED] = {"sealed", true, ALEA_LABEL_OPTION_SEALED_SCENARIO},
    [OPT_NAME] = {"name", true, ALEA_LABEL_OPTION_NAME},
    [OPT_WORD] = {"word", true, ALEA_LABEL_OPTION_WORD},
    [OPT_DICE] = {"dice", true, ALEA_LABEL_OPTION_DICE},
    [OPT_SHUFFLE] = {"shuffle", false, ALEA_LABEL_OPTION_SHUFFLE},
    [OPT_BOT] = {"bot", true, ALEA_LABEL_OPTION_BOT},
};

struct wishes {
    const char *game, *seats, *seed, *save, *resume, *scenario, *sealed, *dice;
    struct cli_list options, names, words, bots;
    bool shuffle;
};

/* CLI_END when all is well. */
static int read_wishes(struct cli_args *args, struct wishes *wishes) {
    int next;
    bool fine = true;
    while (fine && (next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND: fine = cli_only_one(args, &wishes->game); break;
        case OPT_SEATS: wishes->seats = args->value; break;
        case OPT_OPTION: fine = cli_list_add(args->cli, &wishes->options, args->value); break;
        case OPT_SEED: wishes->seed = args->value; break;
        case OPT_SAVE: wishes->save = args->value; break;
        case OPT_RESUME: wishes->resume = args->value; break;
        case OPT_SCENARIO: wishes->scenario = args->value; break;
        case OPT_SEALED: wishes->sealed = args->value; break;
        case OPT_NAME: fine = cli_list_add(args->cli, &wishes->names, args->value); break;
        case OPT_WORD: fine = cli_list_add(args->cli, &wishes->words, args->value); break;
        case OPT_DICE: wishes->dice = args->value; break;
        case OPT_SHUFFLE: wishes->shuffle = true; break;
        case OPT_BOT: fine = cli_list_add(args->cli, &wishes->bots, args->value); break;
        default: return next;
        }
    }
    if (fine && wishes->bots.n && !wishes->resume) {
        cli_bad_usage(args->cli, ALEA_LABEL_BOT_RESUMES, NULL);
        return CLI_BAD;
    }
    if (fine && wishes->sealed && (wishes->resume || wishes->scenario)) {
        cli_bad_usage(args->cli, ALEA_LABEL_SEALED_ALONE, NULL);
        return CLI_BAD;
    }
    if (fine && !wishes->resume) fine = cli_wanted(args->cli, wishes->game, ALEA_LABEL_GAME_WANTED);
    return fine ? CLI_END : CLI_BAD;
}

/* ---- The head of a new match ------------------------------------------------------------------------------------------- */

static int hex_digit(char letter) {
    const char *digits = "0123456789abcdef";
    const char *at = letter ? strchr(digits, letter >= 'A' && letter <= 'F' ? letter - 'A' + 'a' : letter) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* 1 to 64 hexadecimal digits; fewer are as if zeros stood before them. */
static bool read_seed(const char *words, uint8_t seed[ALEA_SEED_BYTES]) {
    size_t n = strlen(words);
    memset(seed, 0, ALEA_SEED_BYTES);
    if (n < 1 || n > 2 * ALEA_SEED_BYTES) return false;
    for (size_t i = 0; i < n; i++) {
        int digit = hex_digit(words[n - 1 - i]);
        if (digit < 0) return false;
        seed[ALEA_SEED_BYTES - 1 - i / 2] |= (uint8_t)(i % 2 ? digit << 4 : digit);
    }
    return true;
}

static uint64_t first_word(const uint8_t seed[ALEA_SEED_BYTES]) {
    uint64_t word = 0;
    for (int i = 0; i < ALEA_SEED_BYTES; i++) word = alea_random_mix(word ^ seed[i]) + (uint64_t)i;
    return word;
}

/* Reads "human,greedy,random" into the head; how many seats, or 0 after a complaint. */
static int read_seats(struct play *play, const struct alea_game *game, const char *list, struct alea_match_head *head) {
    char name[CLI_MAX_NAME];
    int n = 0;
    while (cli_next_name(&list, name)) {
        bool human = strcmp(name, CLI_HUMAN) == 0;
        if (n == ALEA_MAX_SEATS) {
            cli_bad_usage(play->cli, ALEA_LABEL_TOO_MANY, name, NULL);
            return 0;
        }
        if (!human && !cli_bot(play->cli, game, name, true, &play->bot[n])) return 0;
        if (human) snprintf(head->seat[n].who, sizeof head->seat[n].who, "%s", CLI_HUMAN);
        else cli_write_who(&play->bot[n], head->seat[n].who);
        n++;
    }
    return n;
}

static int usual_seats(struct play *play, const struct alea_game *game, struct alea_match_head *head) {
    int n = cli_usual_seats(game);
    for (int seat = 0; seat < n; seat++) {
        play->bot[seat].bot = seat == 0 ? NULL : &alea_bot_greedy;
        snprintf(head->seat[seat].who, sizeof head->seat[seat].who, "%s", seat == 0 ? CLI_HUMAN : "bot:greedy");
    }
    return n;
}

/* Draws the order of play: every order is equally likely. */
static void shuffle(struct play *play, struct alea_match_head *head, int seats) {
    struct alea_random random = alea_random_stream(play->bot_seed, UINT64_MAX);
    for (int i = seats - 1; i > 0; i--) {
        int j = (int)alea_random_below(&random, (uint32_t)i + 1);
        struct alea_bot_spec bot = play->bot[i];
        struct alea_seat_head seat = head->seat[i];
        play->bot[i] = play->bot[j];
        head->seat[i] = head->seat[j];
        play->bot[j] = bot;
        head->seat[j] = seat;
    }
}

/* "Anna" is the first person without a name; "B=Bruno" sits at B. */
static bool read_name(struct play *play, const char *value, int seats, struct alea_match_head *head) {
    int seat = 0;
    const char *words = value;
    if (strchr(value, '=')) {
        if (!cli_seat_value(play->cli, "--name", value, seats, &seat, &words)) return false;
    } else {
        while (seat < seats && (play->bot[seat].bot || head->seat[seat].name[0])) seat++;
        if (seat == seats) {
            cli_bad_usage(play->cli, ALEA_LABEL_NO_PERSON, value, NULL);
            return false;
        }
    }
    snprintf(head->seat[seat].name, sizeof head->seat[seat].name, "%s", words);
    return true;
}

static bool read_names_and_words(struct play *play, const struct wishes *wishes, int seats, struct alea_match_head *head) {
    for (int i = 0; i < wishes->names.n; i++)
        if (!read_name(play, wishes->names.at[i], seats, head)) return false;
    for (int i = 0; i < wishes->words.n; i++) {
        int seat;
        const char *words;
        if (!cli_seat_value(play->cli, "--word", wishes->words.at[i], seats, &seat, &words)) return false;
        snprintf(head->dice.word[seat], sizeof head->dice.word[seat], "%s", words);
    }
    return true;
}

static bool read_dice(struct play *play, const struct wishes *wishes, struct alea_match_head *head) {
    bool hand = wishes->dice && strcmp(wishes->dice, "hand") == 0;
    if (wishes->dice && !hand && strcmp(wishes->dice, "fair") != 0) {
        cli_bad_usage(play->cli, ALEA_LABEL_BAD_DICE_KIND, wishes->dice, NULL);
        return false;
    }
    head->dice_kind = hand ? ALEA_DICE_BY_HAND : ALEA_DICE_FAIR;
    head->has_seed = true;
    if (!wishes->seed) alea_seed_new(head->dice.seed);
    else if (!read_seed(wishes->seed, head->dice.seed)) {
        cli_bad_usage(play->cli, ALEA_LABEL_BAD_SEED, wishes->seed, NULL);
        return false;
    }
    play->bot_seed = first_word(head->dice.seed);
    return true;
}

/* The rules of the new match, with the scenario that was given: open, or sealed here. NULL after a complaint, in *status. */
static struct alea_rules *make_rules(struct play *play, const struct wishes *wishes, const struct alea_game *game, int seats,
                                     enum cli_status *status) {
    struct alea_error error = cli_error(play->cli);
    const char *path = wishes->sealed ? wishes->sealed : wishes->scenario;
    struct cli_file file;
    struct alea_scenario scenario;
    struct alea_text sealed;
    *status = CLI_WRONG;
    if (!cli_scenario_read(play->cli, path, &file, &scenario)) return NULL;
    alea_text_init(&sealed, ALEA_MAX_SCENARIO_BYTES, play->cli->lang);
    bool fine = !wishes->sealed || alea_scenario_seal(&scenario, &sealed, &error);
    if (wishes->sealed) scenario = (struct alea_scenario){scenario.name, alea_text_str(&sealed), sealed.len};
    struct alea_rules *rules =
        fine ? alea_rules_new(game, seats, wishes->options.at, wishes->options.n, path ? &scenario : NULL, &error) : NULL;
    if (!rules) *status = cli_rules_error(play->cli, &error);
    alea_text_clear(&sealed);
    cli_file_clear(&file);
    return rules;
}

static enum cli_status start(struct play *play, const struct wishes *wishes) {
    struct alea_match_head head = {0};
    struct alea_error error = cli_error(play->cli);
    enum cli_status status;
    const struct alea_game *game = cli_game(play->cli, wishes->game);
    if (!game || !read_dice(play, wishes, &head)) return CLI_USAGE;
    int seats = wishes->seats ? read_seats(play, game, wishes->seats, &head) : usual_seats(play, game, &head);
    if (seats == 0 || !read_names_and_words(play, wishes, seats, &head)) return CLI_USAGE;
    if (wishes->shuffle) shuffle(play, &head, seats);

    struct alea_rules *rules = make_rules(play, wishes, game, seats, &status);
    if (!rules) return status;
    cli_tell_unlearned(play->cli, rules, play->bot, seats);
    play->match = alea_match_new(rules, &head, &error);
    if (!play->match) alea_rules_free(rules);
    return play->match ? CLI_FINE : cli_wrong_error(play->cli, &error);
}

/* ---- A match resumed --------------------------------------------------------------------------------------------------- */

/* --bot B=exec:./mybot: somebody else plays on for the bot of a seat. */
static bool seat_named_bots(struct play *play, const struct wishes *wishes) {
    for (int i = 0; i < wishes->bots.n; i++) {
        int seat;
        const char *words;
        if (!cli_seat_value(play->cli, "--bot", wishes->bots.at[i], alea_match_rules(play->match)->seats, &seat, &words))
            return false;
        struct alea_seat_head who = alea_match_head(play->match)->seat[seat];
        if (strncmp(who.who, "bot:", 4) != 0) {
            cli_bad_usage(play->cli, ALEA_LABEL_BOT_OF_PERSON, wishes->bots.at[i], NULL);
            return false;
        }
        if (!cli_bot(play->cli, alea_match_rules(play->match)->game, words, false, &play->bot[seat])) return false;
        cli_write_who(&play->bot[seat], who.who);
        alea_match_sit(play->match, seat, &who);
    }
    return true;
}

/* A file starts no programs: which one played there, whoever resumes the match has to say. */
static bool seat_bots(struct play *play, const char *path) {
    const struct alea_match_head *head = alea_match_head(play->match);
    const struct alea_game *game = alea_match_rules(play->match)->game;
    for (int seat = 0; seat < alea_match_rules(play->match)->seats; seat++) {
        const char *who = head->seat[seat].who;
        char letters[3];
        alea_seat_letters(seat, letters);
        if (play->bot[seat].bot || strncmp(who, "bot:", 4) != 0) continue;
        if (alea_bot_spec_read(who + 4, &play->bot[seat], NULL) == ALEA_OK && alea_bot_suits(&play->bot[seat], game))
            continue;
        bool program = strncmp(who + 4, alea_bot_exec.name, strlen(alea_bot_exec.name)) == 0;
        cli_wrong(play->cli, program ? ALEA_LABEL_FILE_PROGRAM : ALEA_LABEL_FILE_BOT, path, who + 4, letters, NULL);
        return false;
    }
    return true;
}

static enum cli_status resume(struct play *play, const struct wishes *wishes) {
    const struct cli *cli = play->cli;
    if (wishes->seats || wishes->seed || wishes->dice || wishes->shuffle || wishes->options.n || wishes->names.n ||
        wishes->words.n)
        return cli_bad_usage(cli, ALEA_LABEL_RESUME_ALONE, NULL);
    struct cli_match read;
    if (!cli_match_read(cli, wishes->resume, wishes->scenario, &read)) return CLI_WRONG;
    play->match = read.match;
    if (read.error.code) return cli_wrong_error(cli, &read.error);
    const struct alea_match_head *head = alea_match_head(play->match);
    const char *id = alea_match_rules(play->match)->game->id;
    if (wishes->game && strcmp(wishes->game, id) != 0)
        return cli_wrong(cli, ALEA_LABEL_OTHER_GAME, wishes->resume, id, wishes->game, NULL);
    if (head->dice_kind == ALEA_DICE_FAIR && !head->has_seed && alea_match_actors(play->match) != ALEA_ACTORS_OVER)
        return cli_wrong(cli, ALEA_LABEL_SEALED, wishes->resume, NULL);
    if (head->dice.beacon.named && !head->dice.beacon.out)
        return cli_wrong(cli, ALEA_LABEL_BEACON_WAITS, wishes->resume, cli_digits((long)head->dice.beacon.round).at, NULL);
    if (!seat_named_bots(play, wishes)) return CLI_USAGE;
    if (!seat_bots(play, wishes->resume)) return CLI_WRONG;
    uint8_t seed[ALEA_SEED_BYTES];
    alea_seed_new(seed);
    play->bot_seed = first_word(head->has_seed ? head->dice.seed : seed);
    return CLI_FINE;
}

/* ---- The session ------------------------------------------------------------------------------------------------------- */

/* The streams of plies have small numbers, that of the setup the largest. */
static void begin_bot(const struct play *play, int seat) {
    const struct alea_random random = alea_random_stream(play->bot_seed, UINT64_MAX - 1 - (uint64_t)seat);
    alea_player_begin(&play->player[seat], seat, &random);
}

bool play_make_room(struct play *play) {
    const struct alea_game *game = play->game;
    if (!play->commands) play->commands = play_commands, play->n_commands = play_n_commands;
    if (!play->help) play->help = ALEA_LABEL_PLAY_HELP, play->left = ALEA_LABEL_LEFT;
    size_t n = (size_t)(game->max_legal > game->max_outcomes ? game->max_legal : game->max_outcomes) + 1;
    play->legal = calloc(n, sizeof *play->legal);
    play->other_legal = calloc(n, sizeof *play->other_legal);
    play->worth = calloc(n, sizeof *play->worth);
    play->outcomes = calloc(n, sizeof *play->outcomes);
    play->view = calloc(1, game->position_size);
    play->other_view = calloc(1, game->position_size);
    bool fine = play->legal && play->other_legal && play->worth && play->outcomes && play->view && play->other_view;
    for (int seat = 0; fine && seat < play->rules->seats; seat++)
        fine = play->bot[seat].bot ? alea_player_open(&play->player[seat], play->rules, &play->bot[seat])
                                   : teller_init(&play->teller[seat], play->match, seat);
    for (int seat = 0; fine && seat < play->rules->seats; seat++)
        if (play->bot[seat].bot) begin_bot(play, seat);
    return fine && teller_init(&play->teller[ALEA_MAX_SEATS], play->match, ALEA_NONE);
}

/* Does every program that plays here say that it is ready? */
static bool programs_are_ready(const struct play *play) {
    for (int seat = 0; seat < play->rules->seats; seat++) {
        const struct alea_conduct *conduct = alea_player_conduct(&play->player[seat]);
        if (!conduct || !conduct->failed) continue;
        cli_wrong(play->cli, ALEA_LABEL_BOT_FAILED, play->bot[seat].words, cli_note(play->cli, conduct->last).at, NULL);
        return false;
    }
    return true;
}

/* How strong a bot was measured to be in this game: " (about 1650)". */
static void add_rating(const struct play *play, int seat, struct alea_text *page) {
    const int level = play->bot[seat].bot ? play->bot[seat].bot->level : 0;
    const int rating = level ? play->game->strategy.levels[level - 1].rating : 0;
    if (!rating) return;
    alea_text_add(page, " (");
    cli_add(page, play->cli, ALEA_LABEL_RATING, cli_digits(rating).at, NULL);
    alea_text_add(page, ")");
}

static void tell_start(struct play *play, bool resumed) {
    const struct cli *cli = play->cli;
    struct alea_text page = cli_page(cli);
    alea_text_addf(&page, "%s\n", play->game->texts->title.in[cli->lang]);
    for (int seat = 0; seat < play->rules->seats; seat++) {
        alea_text_add(&page, seat ? ", " : "  ");
        tell_seat(play->match, seat, &page);
        add_rating(play, seat, &page);
    }
    alea_text_add(&page, "\n");
    if (!play->save.failed) { /* else that was told */
        cli_add(&page, cli, resumed ? ALEA_LABEL_RESUMED : ALEA_LABEL_STARTED, play->save.path,
                cli_digits(alea_match_plies(play->match)).at, NULL);
        alea_text_add(&page, "\n");
    }
    cli_print(cli, &page);
}

void play_clear(struct play *play) {
    for (int seat = 0; seat <= ALEA_MAX_SEATS; seat++) teller_clear(&play->teller[seat]);
    for (int seat = 0; seat < ALEA_MAX_SEATS; seat++) alea_player_close(&play->player[seat]);
    alea_text_clear(&play->board);
    alea_text_clear(&play->hand);
    alea_text_clear(&play->offered);
    free(play->legal);
    free(play->other_legal);
    free(play->worth);
    free(play->outcomes);
    free(play->view);
    free(play->other_view);
    alea_match_free(play->match);
}

static enum cli_status session(struct play *play, const struct wishes *wishes) {
    play->rules = alea_match_rules(play->match);
    play->game = play->rules->game;
    for (int seat = 0; seat < play->rules->seats; seat++) play->people += !play->bot[seat].bot;
    play->secrets = play->people > 1 && alea_game_has_secrets(play->game);
    play->device = play->people == 1 ? play_first_person(play) : ALEA_NONE; /* alone, nobody has to take the screen */
    play->wanted = ALEA_NONE;
    play->scenario = wishes->scenario;
    alea_text_init(&play->offered, ALEA_MAX_LINE_BYTES, play->cli->lang);
    if (!play_make_room(play)) return cli_wrong(play->cli, ALEA_LABEL_NO_MEMORY, NULL);
    if (!programs_are_ready(play)) return CLI_WRONG;

    const bool has_file = wishes->resume && strcmp(wishes->resume, "-") != 0; /* from a pipe it goes on under a new name */
    const char *path = wishes->save ? wishes->save : has_file ? wishes->resume : NULL;
    bool own = path && wishes->resume && strcmp(path, wishes->resume) == 0;
    if (!path) save_name(&play->save, play->game->id);
    else if (!save_choose(play->cli, &play->save, path, own)) return CLI_USAGE;
    for (int seat = 0; seat <= ALEA_MAX_SEATS; seat++) /* what was played before is in the log */
        if (play->teller[seat].pos) teller_seek(&play->teller[seat], alea_match_plies(play->match));

    console_catch_signals();
    console_init(&play->console, play->cli);
    play->console.offer = play_offer;
    play->console.context = play;
    save_match(play->cli, &play->save, play->match);
    tell_start(play, wishes->resume != NULL);
    enum cli_status status = play_session(play);
    save_give_up(&play->save);
    console_clear(&play->console);
    return status;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    struct wishes wishes = {0};
    int next = read_wishes(args, &wishes);
    if (next != CLI_END) return cli_leave(next);
    struct play *play = calloc(1, sizeof *play);
    if (!play) return cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    play->cli = cli;
    enum cli_status status = wishes.resume ? resume(play, &wishes) : start(play, &wishes);
    if (!status) status = session(play, &wishes);
    play_clear(play);
    free(play);
    return status;
}

const struct cli_command cli_play = {
    .name = "play",
    .run = run,
    .summary = ALEA_LABEL_PLAY_SUMMARY,
    .usage = ALEA_LABEL_PLAY_USAGE,
    .about = ALEA_LABEL_PLAY_ABOUT,
    .example = ALEA_LABEL_PLAY_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
