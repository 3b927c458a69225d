import { type Emitter, indent } from '../emitter.ts';
import { readForms } from '../forms.ts';
import { javaChecks } from './checks.ts';
import { javaClasses } from './classes.ts';
import { javaFlows } from './flows.ts';
import { javaLibraryFlows } from './library-flows.ts';
import { javaNestedFlows, javaNestedSafeFlows } from './nested-flows.ts';
import { javaSafeFlows } from './safe-flows.ts';

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
== headers
String §out = "";
Enumeration<String> headers = request.getHeaders("X-Query");
if (headers != null && headers.hasMoreElements()) {
    §out = headers.nextElement();
}
§out = URLDecoder.decode(§out, "UTF-8");
-- imports java.util.Enumeration java.net.URLDecoder
== header names
String §out = "";
Enumeration<String> names0 = request.getHeaderNames();
while (names0.hasMoreElements()) {
    String name0 = names0.nextElement();
    if (name0.contains("q")) {
        §out = name0;
        break;
    }
}
-- imports java.util.Enumeration
== parameter names
String §out = "";
boolean open0 = true;
Enumeration<String> names0 = request.getParameterNames();
while (names0.hasMoreElements() && open0) {
    String name0 = (String) names0.nextElement();
    String[] values0 = request.getParameterValues(name0);
    for (int i = 0; i < values0.length && open0; i++) {
        if (values0[i].equals("q")) {
            §out = name0;
            open0 = false;
        }
    }
}
-- imports java.util.Enumeration
== cookie found
Cookie[] cookies0 = request.getCookies();
String §out = "none";
if (cookies0 != null) {
    for (Cookie cookie : cookies0) {
        if (cookie.getName().equals("q")) {
            §out = URLDecoder.decode(cookie.getValue(), "UTF-8");
            break;
        }
    }
}
-- imports javax.servlet.http.Cookie java.net.URLDecoder
== part of the query string
String query0 = request.getQueryString();
String key0 = "q=";
int at0 = -1;
if (query0 != null) at0 = query0.indexOf(key0);
if (at0 == -1) {
    response.getWriter().println("no such parameter");
    return;
}
String §out = query0.substring(at0 + key0.length());
int end0 = query0.indexOf("&", at0);
if (end0 != -1) {
    §out = query0.substring(at0 + key0.length(), end0);
}
§out = URLDecoder.decode(§out, "UTF-8");
-- imports java.net.URLDecoder
== parameter map checked
Map<String, String[]> all0 = request.getParameterMap();
String §out = "";
if (!all0.isEmpty()) {
    String[] values0 = all0.get("q");
    if (values0 != null) §out = values0[0];
}
-- imports java.util.Map
== first value or nothing
String[] values0 = request.getParameterValues("q");
String §out;
if (values0 != null && values0.length > 0) §out = values0[0];
else §out = "";
== request in an object
§type wrapped0 = new §type(request);
String §out = wrapped0.theParameter("q");
-- members
static class §type {
    private final HttpServletRequest request;

    §type(HttpServletRequest request) {
        this.request = request;
    }

    String theParameter(String name) {
        return request.getParameter(name);
    }
}
== body
StringBuilder body0 = new StringBuilder();
BufferedReader reader0 = request.getReader();
String line0;
while ((line0 = reader0.readLine()) != null) {
    body0.append(line0);
}
String §out = body0.toString();
-- imports java.io.BufferedReader
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
  flows: [...javaFlows, ...javaLibraryFlows, ...javaNestedFlows],
  safeFlows: [...javaSafeFlows, ...javaNestedSafeFlows, ...javaChecks],
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
