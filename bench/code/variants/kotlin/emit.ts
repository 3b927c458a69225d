import { type Emitter, indent } from '../emitter.ts';
import { readForms } from '../forms.ts';
import { kotlinClasses } from './classes.ts';
import { kotlinFlows } from './flows.ts';
import { kotlinSafeFlows } from './safe-flows.ts';

/** Servlets and Spring controllers in Kotlin. */
export const kotlinEmitter: Emitter = {
  language: 'kotlin',
  quote: (text) => JSON.stringify(text).replaceAll('$', '\\$'),
  sources: readForms(`
== parameter
val §out = request.getParameter("q")
== header
val §out = request.getHeader("X-Query") ?: ""
== query string
val §out: String = request.queryString
== cookie
val §out = request.cookies.first { it.name == "q" }.value
== parameter values
val §out = request.getParameterValues("q")[0]
== reader
val §out = request.reader.readLine()
== path
val §out = request.pathInfo ?: return
`),
  builds: readForms(`
== plus
val §out = §before + §in + §after
== interpolated
val §out = "§rawbefore\${§in}§rawafter"
== format
val §out = String.format("%s%s%s", §before, §in, §after)
== builder
val sb = StringBuilder()
sb.append(§before).append(§in)
sb.append(§after)
val §out = sb.toString()
== build string
val §out = buildString {
    append(§before)
    append(§in)
    append(§after)
}
== join
val §out = listOf(§before, §in, §after).joinToString("")
== append
var §out = §before
§out += §in
§out += §after
`),
  flows: kotlinFlows,
  safeFlows: kotlinSafeFlows,
  fillers: readForms(`
== length
val §filler = request.method.length
== loop
for (§filler in 0..2) {
    println("round")
}
== time
val §filler = System.currentTimeMillis()
`),
  helper: (name, parameter, body) => [
    `fun ${name}(request: HttpServletRequest, response: HttpServletResponse, ${parameter}: String) {\n${indent(body, '    ')}\n}`,
  ],
  callHelper: (name, value, elsewhere) => [
    `${elsewhere ? 'Support.' : ''}${name}(request, response, ${value})`,
  ],
  assemble: ({ id, imports, body, members, other, otherImports }) => {
    const entry = `override fun doGet(request: HttpServletRequest, response: HttpServletResponse) {\n${indent(body, '    ')}\n}`;
    const files = [
      {
        name: `Page${id}.kt`,
        text: kotlinFile(imports, `class Page${id} : HttpServlet()`, [entry, ...members]),
      },
    ];
    if (other.length)
      files.push({ name: 'Support.kt', text: kotlinFile(otherImports, 'object Support', other) });
    return files;
  },
  classes: kotlinClasses,
};

function kotlinFile(imports: readonly string[], heading: string, members: readonly string[]): string {
  const servlet = ['HttpServlet', 'HttpServletRequest', 'HttpServletResponse'].map(
    (name) => `jakarta.servlet.http.${name}`,
  );
  const all = [...new Set([...imports, ...servlet])].sort().map((name) => `import ${name}\n`);
  return `package web\n\n${all.join('')}\n${heading} {\n${indent([members.join('\n\n')], '    ')}\n}\n`;
}
