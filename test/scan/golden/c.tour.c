#include <stdio.h>
#include "tour.h"
#define PREFIX "a"
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#ifdef DEBUG
int debug = 1;
#endif

typedef struct point { int x, y; char name[16]; } Point;
union value { int i; char *s; };
enum color { RED = 1, GREEN };
typedef int (*callback)(const char *, int);
static const char *names[] = { "a", "b" };
extern int counter;
struct node { struct node *next; unsigned bits : 3; };

static int use(const char *text, ...) { return text[0]; }

int find(int argc, char **argv, char buffer[], size_t size)
{
    char target[32], *pointer = argv[1], other[sizeof(Point)];
    int i = 0, j = -1, numbers[3] = { 1, 2, 3 };
    Point point = { .x = 1, .y = 2 };
    Point *p = &point;
    long hex = 0x1FL; float f = 1.5e3f; char c = '\n';
    i++; --i; i += 2; i <<= 1; j = ~i; j = !i; i = j = 3;
    int both = i > 0 && !(j <= 3) || i == j ^ 1;
    char *chosen = both ? pointer : "b" "c";
    strcpy(target, argv[1]);
    strncpy(target, pointer, sizeof(target) - 1);
    snprintf(target, sizeof target, "%s and %d", argv[1], i);
    sprintf(buffer, "select * from t where id = '%s'", pointer);
    memcpy(target, buffer, size);
    gets(buffer);
    p->x = point.y; p->name[0] = c; *pointer = 'x'; target[i] = numbers[0]; (*p).y = 1; argv[0][1] = 0;
    if (both) return use(target, i);
    else if (argc < 2) { free(pointer); pointer = NULL; } else goto end;
    for (int k = 0, n = 3; k < n; k++) { if (k == 1) continue; if (k == 2) break; }
    for (;;) { break; }
    while (i > 0) { do { i--; } while (i > 1); }
    switch (i) { case 1: case 2: use("low"); break; case 'x': { use("x"); } default: use("other"); }
    char *heap = (char *) malloc(size * sizeof(char));
    heap = realloc(heap, size + 1);
    callback call = use; call(heap, 1); (*call)(heap, 2); p->handler(heap);
    system(argv[1]); printf(argv[1]); popen(chosen, "r"); scanf("%s", target); char *env = getenv("PATH");
    int length = strlen(argv[1]), comma = (i, j);
    if ((i = use("x")) != 0 && length < sizeof(target)) strcat(target, argv[1]);
end:
    return MAX(i, j);
}

void empty(void) { ; }

#if 0
int never(void);
#else
int main(int argc, char *argv[]) { return find(argc, argv, argv[0], 1); }
#endif
