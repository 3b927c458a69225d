import { javaClasses } from './emit-java-classes.ts';
import { javaFlows } from './emit-java-flows.ts';
import { javaSafeFlows } from './emit-java-safe-flows.ts';
import { type Emitter, indent } from './emitter.ts';
import { readForms } from './forms.ts';

/** Servlets in Java. */
export const javaEmitter: Emitter = {
  language: 'java',
  quote: JSON.stringify,
  sources: readForms(`
== parameter
String §out = request.getParameter("q");
== header
String §out = request.getHeader("X-Query");
== query string
String §out = request.getQueryString();
== cookie
String §out = "";
for (Cookie cookie : request.getCookies()) {
    if (cookie.getName().equals("q")) {
        §out = cookie.getValue();
    }
}
-- imports javax.servlet.http.Cookie
== parameter values
String[] given0 = request.getParameterValues("q");
String §out = given0[0];
== parameter map
Map<String, String[]> all = request.getParameterMap();
String §out = all.get("q")[0];
-- imports java.util.Map
== reader
String §out = request.getReader().readLine();
== path info
String §out = request.getPathInfo();
== checked parameter
String §out = request.getParameter("q");
if (§out == null) §out = "";
`),
  builds: readForms(`
== plus
String §out = §before + §in + §after;
== format
String §out = String.format("%s%s%s", §before, §in, §after);
== builder
StringBuilder sb = new StringBuilder();
sb.append(§before).append(§in);
sb.append(§after);
String §out = sb.toString();
== concat
String §out = §before.concat(§in).concat(§after);
== join
String §out = String.join("", §before, §in, §after);
== append
String §out = §before;
§out += §in;
§out += §after;
== buffer
StringBuffer buffer = new StringBuffer(§before);
buffer.append(§in);
buffer.append(§after);
String §out = buffer.toString();
== replace
String §out = (§before + "@" + §after).replace("@", §in);
`),
  flows: javaFlows,
  safeFlows: javaSafeFlows,
  fillers: readForms(`
== length
int §filler = request.getMethod().length();
== loop
for (int §filler = 0; §filler < 3; §filler++) {
    System.out.println("round");
}
== time
long §filler = System.currentTimeMillis();
`),
  helper: (name, parameter, body) => [
    `static void ${name}(HttpServletRequest request, HttpServletResponse response, String ${parameter}) throws Exception {\n${indent(body, '    ')}\n}`,
  ],
  callHelper: (name, value, elsewhere) => [
    `${elsewhere ? 'Support.' : ''}${name}(request, response, ${value});`,
  ],
  assemble: ({ id, imports, body, members, other, otherImports }) => {
    const entry = `protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n${indent(body, '    ')}\n}`;
    const name = `Page${id}`;
    const files = [
      { name: `${name}.java`, text: javaFile(imports, `${name} extends HttpServlet`, [entry, ...members]) },
    ];
    if (other.length) files.push({ name: 'Support.java', text: javaFile(otherImports, 'Support', other) });
    return files;
  },
  classes: javaClasses,
};

function javaFile(imports: readonly string[], heading: string, members: readonly string[]): string {
  const servlet = ['HttpServlet', 'HttpServletRequest', 'HttpServletResponse'].map(
    (name) => `javax.servlet.http.${name}`,
  );
  const all = [...new Set([...imports, ...servlet])].sort().map((name) => `import ${name};\n`);
  return `package web;\n\n${all.join('')}\npublic class ${heading} {\n${indent([members.join('\n\n')], '    ')}\n}\n`;
}
