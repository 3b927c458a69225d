import { type Emitter, indent } from '../emitter.ts';
import { readForms } from '../forms.ts';
import { cClasses } from './classes.ts';

/** Programs in C. Data is followed inside a file, so that nothing stands in another. */
export const cEmitter: Emitter = {
  language: 'c',
  quote: JSON.stringify,
  sources: readForms(`
== argument
char *§out = argv[1];
== environment
char *§out = getenv("QUERY");
== line
char §out[256];
if (fgets(§out, sizeof(§out), stdin) == NULL) {
    return 1;
}
== scanned
char §out[64];
scanf("%63s", §out);
== socket
char §out[512];
int received = recv(sock, §out, sizeof(§out) - 1, 0);
§out[received] = 0;
== read
char §out[512];
read(0, §out, sizeof(§out));
`),
  builds: readForms(`
== snprintf
char §out[1024];
snprintf(§out, sizeof(§out), "§rawbefore%s§rawafter", §in);
== pieces
char §out[1024] = §before;
strncat(§out, §in, sizeof(§out) - strlen(§out) - 1);
strncat(§out, §after, sizeof(§out) - strlen(§out) - 1);
== asprintf
char *§out = NULL;
asprintf(&§out, "§rawbefore%s§rawafter", §in);
`),
  flows: readForms(`
== local
char *§value = §in;
char *§out = §value;
== copied
char §out[256];
strncpy(§out, §in, sizeof(§out) - 1);
== duplicated
char *§out = strdup(§in);
== array element
char *§list[3] = { "first", §in, "last" };
char *§out = §list[1];
== element set
char *§list[2];
§list[0] = "fixed";
§list[1] = §in;
char *§out = §list[1];
== field
struct §type box;
box.label = §in;
char *§out = box.label;
-- members
struct §type {
    char *label;
    char *note;
};
== field by pointer
struct §type box;
struct §type *at = &box;
at->label = §in;
char *§out = at->label;
-- members
struct §type {
    char *label;
};
== call
char *§out = §function(§in);
-- members
static char *§function(char *v) {
    return v;
}
== two calls
char *§out = §function(§in);
-- members
static char *§function2(char *v) {
    char *same = v;
    return same;
}

static char *§function(char *v) {
    return §function2(v);
}
== condition
char *§out = "none";
if (time(NULL) > 3) {
    §out = §in;
}
== ternary
char *§out = time(NULL) > 3 ? §in : "none";
== switch
char *§out = "none";
switch (time(NULL) % 3) {
case 0:
    §out = §in;
    break;
default:
    break;
}
== offset
char *§out = §in + 1;
== token
char *§out = strtok(§in, ",");
== searched
char *§out = strchr(§in, '=');
== loop
char *§out = "";
for (int i = 0; i < 2; i++) {
    §out = §in;
}
== copied bytes
char §out[256];
memcpy(§out, §in, 64);
`),
  safeFlows: readForms(`
== constant
char *§value = §in;
char *§out = "fixed";
== overwritten
char *§out = §in;
§out = "fixed";
== constant branch
char *§out = "fixed";
if (9 * 14 + 106 < 200) {
    §out = §in;
}
== constant ternary
int §filler = 3;
char *§out = §filler > 2 ? "fixed" : §in;
== other element
char *§list[2] = { "fixed", §in };
char *§out = §list[0];
== other field
struct §type box;
box.label = §in;
box.note = "fixed";
char *§out = box.note;
-- members
struct §type {
    char *label;
    char *note;
};
== allow list
if (strcmp(§in, "red") != 0 && strcmp(§in, "blue") != 0) {
    return 1;
}
char *§out = §in;
== chosen
char *§out = strcmp(§in, "a") == 0 ? "first" : "second";
== ignored argument
char *§out = §function(§in);
-- members
static char *§function(char *v) {
    return strlen(v) > 9 ? "long" : "short";
}
== number
char §out[32];
snprintf(§out, sizeof(§out), "%d", atoi(§in));
`),
  fillers: readForms(`
== length
int §filler = strlen("abc");
== loop
for (int §filler = 0; §filler < 3; §filler++) {
    puts("round");
}
`),
  helper: (name, parameter, body) => [
    `static int ${name}(char *${parameter}) {\n${indent(body, '    ')}\n    return 0;\n}`,
  ],
  callHelper: (name, value) => [`${name}(${value});`],
  assemble: ({ body, members, other }) => {
    const parts = [...other, ...members].map((part) => `${part}\n\n`).join('');
    const includes = ['stdio', 'stdlib', 'string', 'unistd', 'time'].map((name) => `#include <${name}.h>\n`);
    const main = `int main(int argc, char **argv) {\n${indent(body, '    ')}\n    return 0;\n}\n`;
    return [{ name: 'main.c', text: `${includes.join('')}\n${parts}${main}` }];
  },
  classes: cClasses,
};
