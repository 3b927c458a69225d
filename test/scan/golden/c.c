#include <string.h>
static char buffer[16];
int copy(const char *name, int n) {
  char local[8];
  if (!name || n > 8) return -1;
  for (int i = 0; i < n; i++) local[i] = name[i];
  strcpy(buffer, name);
  do { n--; } while (n > 0);
  return n ? 1 : 0;
}
