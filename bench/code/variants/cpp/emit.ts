import { type Emitter, indent } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Programs in C++ with the standard library's strings and containers. Data is followed inside a file. */
export const cppEmitter: Emitter = {
  language: 'cpp',
  quote: JSON.stringify,
  sources: readForms(`
== argument
std::string §out = argv[1];
== constructed
std::string §out(argv[1]);
== environment
std::string §out = getenv("QUERY");
== input
std::string §out;
std::cin >> §out;
== line
std::string §out;
std::getline(std::cin, §out);
`),
  builds: readForms(`
== plus
std::string §out = std::string(§before) + §in + §after;
== append
std::string §out = §before;
§out += §in;
§out += §after;
== appended
std::string §out = §before;
§out.append(§in);
§out.append(§after);
`),
  flows: readForms(`
== local
auto §value = §in;
auto §out = §value;
== part
std::string §out = §in.substr(0, 40);
== vector
std::vector<std::string> §list = { "first", §in };
std::string §out = §list[1];
== pushed
std::vector<std::string> §list;
§list.push_back("one");
§list.push_back(§in);
std::string §out = §list[1];
== map
std::map<std::string, std::string> §map;
§map["kept"] = §in;
std::string §out = §map["kept"];
== field
§type box;
box.label = §in;
std::string §out = box.label;
-- members
struct §type {
    std::string label;
    std::string note;
};
== call
std::string §out = §function(§in);
-- members
static std::string §function(const std::string &v) {
    return v;
}
== lambda
auto same = [](const std::string &v) { return v; };
std::string §out = same(§in);
== ternary
std::string §out = time(nullptr) > 3 ? §in : "none";
== loop
std::string §out;
for (const auto &each : { std::string("x"), §in }) {
    §out += each;
}
== c string
const char *§value = §in.c_str();
std::string §out = §value;
== moved
std::string §out = std::move(§in);
`),
  safeFlows: readForms(`
== constant
std::string §value = §in;
std::string §out = "fixed";
== overwritten
std::string §out = §in;
§out = "fixed";
== constant branch
std::string §out = "fixed";
if (9 * 14 + 106 < 200) {
    §out = §in;
}
== other element
std::vector<std::string> §list = { "fixed", §in };
std::string §out = §list[0];
== other key
std::map<std::string, std::string> §map;
§map["kept"] = §in;
§map["other"] = "fixed";
std::string §out = §map["other"];
== allow list
if (§in != "red" && §in != "blue") {
    return 1;
}
std::string §out = §in;
== number
std::string §out = std::to_string(std::stoi(§in));
== length
std::string §out = std::to_string(§in.size());
== ignored argument
std::string §out = §function(§in);
-- members
static std::string §function(const std::string &v) {
    return v.size() > 9 ? "long" : "short";
}
`),
  fillers: readForms(`
== size
auto §filler = std::string("abc").size();
== loop
for (int §filler = 0; §filler < 3; §filler++) {
    std::cout << "round";
}
`),
  helper: (name, parameter, body) => [
    `static int ${name}(const std::string &${parameter}) {\n${indent(body, '    ')}\n    return 0;\n}`,
  ],
  callHelper: (name, value) => [`${name}(${value});`],
  assemble: ({ body, members, other }) => {
    const parts = [...other, ...members].map((part) => `${part}\n\n`).join('');
    const includes = ['cstdlib', 'fstream', 'iostream', 'map', 'string', 'vector'].map(
      (name) => `#include <${name}>\n`,
    );
    const main = `int main(int argc, char **argv) {\n${indent(body, '    ')}\n    return 0;\n}\n`;
    return [{ name: 'main.cpp', text: `${includes.join('')}\n${parts}${main}` }];
  },
  classes: {
    'command-injection': {
      sinks: readForms(`
== system
std::system(§in.c_str());
-- text ls -l |
== popen
FILE *pipe = popen(§in.c_str(), "r");
-- text ping -c 1 |
`),
      safe: readForms(`
== fixed
std::system("uptime");
std::cout << §in.size();
== argument of a fixed program
execl("/bin/ls", "ls", "--", §in.c_str(), nullptr);
`),
    },
    'path-traversal': {
      sinks: readForms(`
== stream
std::ifstream file(§in);
-- text /srv/files/|
== open
FILE *file = fopen(§in.c_str(), "r");
-- text /srv/files/|.txt
`),
      safe: readForms(`
== fixed
std::ifstream file("/srv/files/list.txt");
std::cout << §in.size();
== base name
FILE *file = fopen(basename(§in.c_str()), "r");
`),
    },
    'memory-safety': {
      sinks: readForms(`
== strcpy
char small[16];
strcpy(small, §in.c_str());
== deleted twice
auto *made = new std::string(§in);
delete made;
delete made;
-- alone
== used after delete
auto *made = new std::string(§in);
delete made;
std::cout << made->size();
-- alone
`),
      safe: readForms(`
== bounded
char small[16];
snprintf(small, sizeof(small), "%s", §in.c_str());
== deleted once
auto *made = new std::string(§in);
std::cout << made->size();
delete made;
== forgotten
auto *made = new std::string(§in);
delete made;
made = nullptr;
delete made;
`),
    },
  },
};
