/* Calls that write and compare, sizes and literals that a tour of the grammar passes by. */
#include <string.h>
#define SIZE 10
#define NAME "n"
#define TWICE (SIZE * 2)

struct tree { char label[8]; struct tree *left; };
int later(void);

int compare(char *a, char *b, char **argv)
{
    if (strcmp(a, b) == 0) return 1;
    if (strncmp(a, b, 3) != 0) return 2;
    if (!strcasecmp(a, b)) return 3;
    if (memcmp(a, b, 4)) return 4;
    if (strstr(a, b) != NULL) return 5;
    if (strchr(a, 'x') == NULL) return 6;
    if (strpbrk(a, "xy") && !strstr(a, "z")) return 7;
    if (0 == strcmp(a, b)) return 8;
    if (strcmp(a) == 0) return 9;
    if (strcmp(a, b) > 0) return 10;
    while (!strcmp(a, b)) a++;
    return strcmp(a, b) ? 11 : 12;
}

void copies(char *from, int n, va_list list)
{
    char to[SIZE], *heap = malloc(20), *other, wide[2][3];
    int count = 017 + 0x1F + 0b11 + 10u + 5L, *numbers = (int *)calloc(4, sizeof(int));
    strcpy(to, from); strncpy(to, from, n); memcpy(to, from, n); bcopy(from, to, n);
    strcat(to, from); strncat(to, from, 3);
    sprintf(to, "%s-%d", from, n); snprintf(to, sizeof(to), "%s", from); vsnprintf(to, 5, from, list);
    fgets(to, 5, stdin); gets(to); scanf("%s %d", to, &count); sscanf(from, "%5s", to); fscanf(f, "%s", to);
    n = read(0, to, 5); n = recv(n, &count, 4, 0); n = fread(to, 1, 5, f); getline(&heap, &count, stdin);
    getenv("X"); other = getenv("Y"); change(&count, to, from); change(to); free(heap); heap = NULL;
    heap = realloc(heap, 30); other = strdup(from); other = alloca(5); strtok(to, ","); atoi(to);
    to[9] = 0; to[10] = 0; to[-1] = 1; numbers[3] = 1; numbers[4] = 2; &to[10]; wide[1][2] = 3;
    strcpy(to, "123456789"); strcpy(to, "1234567890"); sprintf(to, "%d%%", n); sprintf(to, "%10d", n); sprintf(to, "%.3s", "abcdef");
    memset(to, 0, sizeof(to)); memset(to, 0, sizeof(to) + 1); memset(to, 0, TWICE); memset(to, 0, sizeof(char) * 11);
    memset(numbers, 0, 4 * sizeof(int)); memset(numbers, 0, 5 * sizeof(int)); fread(to, 2, 5, f); fread(to, 2, 6, f);
    scanf("%9s", to); scanf("%10s", to); scanf("%*5s%10s", to); scanf("%d%10[a-z]", &n, to);
    if (n) { heap = malloc(5); memset(heap, 0, 6); } memset(heap, 0, 6);
    { char to[3]; memset(to, 0, 4); } memset(to, 0, 4); memset(from, 0, 400);
    for (;;) { if (n) continue; break; } for (int i = 0, j = 1; i < n; i++, j--) n += i;
    do { n--; } while (n > 0); switch (n) { case 1: case 2: n = 3; break; default: goto done; }
done:
    *to = 'a'; *heap++ = '\x41'; to[0] = '\0'; (void)n; n = (count, 2); n = sizeof n; n = sizeof(struct tree); n = a ?: b;
    struct tree leaf = { "x", .left = 0 }, *branch = &leaf; branch->left->label[2] = leaf.label[0]; leaf = (struct tree){ "y" };
    static int kept; extern int shared; register int fast = 1; const char *text = "a" NAME "\101\n\q" L"w"; return;
}
