/* A program for Plyground's protocol in C. Any game: a random legal move. Where stones are put on
 * squares (tic-tac-toe, gomoku): where the longest row of either side would come to be.
 *
 *     cc -O2 -o rows examples/programs/rows.c
 *     plyground match tictactoe program:./rows random --games 20 --time 0.1
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 32
static char board[SIZE][SIZE]; /* 0 is empty, 1 the first player's, 2 the second player's */

/* "c12" is column 2, row 11; 0 if a word is no such square. */
static int read_square(const char *word, int *column, int *row) {
    char rest;
    if (word[0] < 'a' || word[0] > 'z' || sscanf(word + 1, "%d%c", row, &rest) != 1) return 0;
    *column = word[0] - 'a';
    return --*row >= 0 && *row < SIZE;
}

/* "a1 c3 / b2 / 1": the stones of the first player, those of the second, and who moves. */
static void read_position(char *text) {
    int stone = 1, column, row;
    memset(board, 0, sizeof board);
    for (char *word = strtok(text, " "); word && stone <= 2; word = strtok(NULL, " ")) {
        if (strcmp(word, "/") == 0) stone++;
        else if (read_square(word, &column, &row)) board[row][column] = (char)stone;
    }
}

static int count(int column, int row, int right, int up, int stone) {
    int found = 0;
    for (;; found++) {
        column += right, row += up;
        if (column < 0 || column >= SIZE || row < 0 || row >= SIZE) return found;
        if (board[row][column] != stone) return found;
    }
}

/* The longest row that a stone would be part of. */
static int length(int column, int row, int stone) {
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int longest = 0;
    for (int way = 0; way < 4; way++) {
        int right = ways[way][0], up = ways[way][1];
        int found = 1 + count(column, row, right, up, stone) + count(column, row, -right, -up, stone);
        if (found > longest) longest = found;
    }
    return longest;
}

/* Own rows before those of the opponent; a random number decides between equals. */
static int judge(const char *move, int side) {
    int column, row, own, other, luck = rand() % 1000;
    if (!read_square(move, &column, &row)) return luck;
    own = length(column, row, side + 1), other = length(column, row, 2 - side);
    return 1000 * (own >= other ? 2 * own + 1 : 2 * other) + luck;
}

int main(void) {
    char *line = NULL, *legal = NULL;
    size_t room = 0;
    int side = 0;
    ssize_t size;
    while ((size = getline(&line, &room, stdin)) > 0) {
        if (line[size - 1] == '\n') line[size - 1] = '\0';
        if (strncmp(line, "legal ", 6) == 0) {
            free(legal);
            legal = strdup(line + 6);
        } else if (strncmp(line, "position ", 9) == 0) {
            read_position(line + 9);
        } else if (sscanf(line, "side %d", &side) == 1) {
        } else if (strcmp(line, "prepare") == 0) {
            puts("ready");
        } else if (strcmp(line, "quit") == 0) {
            break;
        } else if (strcmp(line, "go") == 0) {
            const char *best = "";
            int most = -1;
            for (char *move = strtok(legal, " "); move; move = strtok(NULL, " ")) {
                int value = judge(move, side);
                if (value > most) most = value, best = move;
            }
            if (most >= 1000) printf("info a row of %d\n", most / 2000);
            printf("move %s\n", best);
        }
        fflush(stdout);
    }
    return 0;
}
