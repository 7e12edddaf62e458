/* A bot for Livingstone in C: it builds tents, and donates what it does not need for the next ones.
 *
 * cc -O2 -o builder_bot examples/programs/builder_bot.c
 * livingstone play --players human,program:./builder_bot
 *
 * It reads no more JSON than it needs. A line that asks for a move has the legal moves as the
 * notation writes them: "moves": ["p0 take 2", "p0 donate 1"]. These texts have no quotes or
 * backslashes within them, so each ends at the next quote. The answer is the number of a move,
 * from 0.
 */

#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The coins that the bot keeps for tents. */
#define KEPT 6

static uint64_t state;

/* Return a random number below `bound` (SplitMix64). */
static uint64_t random_below(uint64_t bound)
{
    uint64_t mixed = (state += 0x9e3779b97f4a7c15u);
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return (mixed ^ (mixed >> 31)) % bound;
}

/* Return the number that follows a key of the line; 0 if the key is missing. */
static unsigned long long number_after(const char *line, const char *key)
{
    const char *at = strstr(line, key);

    return at == NULL ? 0 : strtoull(at + strlen(key), NULL, 10);
}

/* Return how much the bot likes a move: `move` begins as "p0 tent 4", and ends at a quote. */
static int liking(const char *move, int is_rich)
{
    static const char *const verbs[] = {"end",  "card", "coins", "dig",
                                        "sell", "play", "take",  "tent"};
    const char *verb = strchr(move, ' ');
    size_t place;

    if (verb == NULL)
        return -1;
    if (strncmp(verb + 1, "donate", strlen("donate")) == 0)
        return is_rich ? 100 : -1;
    for (place = 0; place < sizeof verbs / sizeof verbs[0]; place++)
        if (strncmp(verb + 1, verbs[place], strlen(verbs[place])) == 0)
            return (int)place;
    return -1;
}

/* Return the number of the move that the bot likes best, one of them at random if several tie. */
static unsigned long choose(const char *line)
{
    static const char key[] = "\"moves\": [";
    const char *at = strstr(line, key);
    int is_rich = number_after(line, "\"own\": {\"coins\": ") > KEPT;
    unsigned long number = 0, best = 0, ties = 0;
    int most = -2;

    if (at == NULL)
        return 0;
    at += strlen(key);
    while (*at == '"') {
        const char *end = strchr(at + 1, '"');
        int liked;

        if (end == NULL)
            break;
        liked = liking(at + 1, is_rich);
        if (liked > most) {
            most = liked;
            ties = 0;
        }
        if (liked == most && random_below(++ties) == 0)
            best = number;
        number++;
        at = end + 1;
        at += strspn(at, ", ");
    }
    return best;
}

int main(void)
{
    static const char game[] = "{\"request\": \"game\"";
    static const char question[] = "{\"request\": \"choose\"";
    char *line = NULL;
    size_t size = 0;

    while (getline(&line, &size, stdin) != -1) {
        if (strncmp(line, game, strlen(game)) == 0) {
            state = number_after(line, "\"seed\": ");
        } else if (strncmp(line, question, strlen(question)) == 0) {
            printf("%lu\n", choose(line));
            fflush(stdout);
        }
    }
    free(line);
    return 0;
}
