import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Where untrusted text does harm in C, and the same uses done well. */
export const cClasses: Emitter['classes'] = {
  'command-injection': {
    sinks: readForms(`
== system
system(§in);
-- text ls -l |
== popen
FILE *pipe = popen(§in, "r");
-- text ping -c 1 |
== shell by hand
execl("/bin/sh", "sh", "-c", §in, (char *)NULL);
-- text du -sh |
== program
execlp(§in, §in, (char *)NULL);
`),
    safe: readForms(`
== argument of a fixed program
execl("/bin/ls", "ls", "--", §in, (char *)NULL);
== fixed
system("uptime");
printf("%zu", strlen(§in));
`),
  },
  'path-traversal': {
    sinks: readForms(`
== fopen
FILE *file = fopen(§in, "r");
-- text /srv/files/|
== open
int fd = open(§in, O_RDONLY);
-- text /srv/files/|.txt
== remove
remove(§in);
-- text /srv/files/|
`),
    safe: readForms(`
== base name
char place[512];
snprintf(place, sizeof(place), "/srv/files/%s", basename(§in));
FILE *file = fopen(place, "r");
== fixed
FILE *file = fopen("/srv/files/list.txt", "r");
printf("%zu", strlen(§in));
== no way up
if (strstr(§in, "..") != NULL) {
    return 1;
}
FILE *file = fopen(§in, "r");
`),
  },
  'sql-injection': {
    sinks: readForms(`
== sqlite
sqlite3_exec(db, §in, NULL, NULL, NULL);
-- text SELECT id FROM users WHERE name = '|'
== mysql
mysql_query(conn, §in);
-- text DELETE FROM notes WHERE owner = '|'
== postgres
PGresult *rows = PQexec(conn, §in);
-- text SELECT id FROM users WHERE city = '|'
`),
    safe: readForms(`
== bound
sqlite3_stmt *statement;
sqlite3_prepare_v2(db, "SELECT id FROM users WHERE name = ?", -1, &statement, NULL);
sqlite3_bind_text(statement, 1, §in, -1, SQLITE_TRANSIENT);
== parameters
const char *values[1] = { §in };
PQexecParams(conn, "SELECT id FROM users WHERE name = $1", 1, NULL, values, NULL, NULL, 0);
== quoted
char *text = sqlite3_mprintf("SELECT id FROM users WHERE name = %Q", §in);
sqlite3_exec(db, text, NULL, NULL, NULL);
`),
  },
  'format-string': {
    sinks: readForms(`
== printf
printf(§in);
== fprintf
fprintf(stderr, §in);
== syslog
syslog(LOG_INFO, §in);
== snprintf
char line[128];
snprintf(line, sizeof(line), §in);
`),
    safe: readForms(`
== as a value
printf("%s\\n", §in);
== logged as a value
syslog(LOG_INFO, "%s", §in);
== put
puts(§in);
`),
  },
  'memory-safety': {
    sinks: readForms(`
== strcpy
char small[16];
strcpy(small, §in);
== strcat
char small[16] = "a";
strcat(small, §in);
== sprintf
char small[16];
sprintf(small, "<%s>", §in);
== gets
char small[16];
gets(small);
printf("%s %s", small, §in);
-- alone
== scanf
char small[16];
scanf("%s", small);
printf("%s %s", small, §in);
-- alone
== freed twice
char *made = strdup(§in);
free(made);
free(made);
-- alone
== used after free
char *made = strdup(§in);
free(made);
printf("%s", made);
-- alone
== used after free in a branch
char *made = strdup(§in);
if (strlen(made) > 3) {
    free(made);
}
puts(made);
-- alone
`),
    safe: readForms(`
== bounded
char small[16];
snprintf(small, sizeof(small), "%s", §in);
== bounded copy
char small[16];
strncpy(small, §in, sizeof(small) - 1);
small[15] = 0;
== freed once
char *made = strdup(§in);
printf("%s", made);
free(made);
== freed and forgotten
char *made = strdup(§in);
free(made);
made = NULL;
free(made);
== freed in either branch
char *made = strdup(§in);
if (strlen(made) > 3) {
    free(made);
    return 1;
}
free(made);
== bounded scan
char small[16];
scanf("%15s", small);
printf("%s %s", small, §in);
== made again
char *made = strdup(§in);
free(made);
made = strdup("x");
printf("%s", made);
free(made);
`),
  },
};
