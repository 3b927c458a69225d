import { type Emitter, indent } from '../emitter.ts';
import { readForms } from '../forms.ts';
import { csharpClasses } from './classes.ts';
import { csharpFlows } from './flows.ts';
import { csharpLibraryFlows } from './library-flows.ts';
import { csharpNestedFlows, csharpNestedSafeFlows } from './nested-flows.ts';
import { csharpSafeFlows } from './safe-flows.ts';

/** Controllers of ASP.NET Core in C#. */
export const csharpEmitter: Emitter = {
  language: 'csharp',
  quote: JSON.stringify,
  sources: readForms(`
== query
string §out = Request.Query["q"];
== form
string §out = Request.Form["q"];
== header
string §out = Request.Headers["X-Query"].ToString();
== cookie
var §out = Request.Cookies["q"];
== parameter of the action
var §out = q;
== body
string §out = new StreamReader(Request.Body).ReadToEnd();
== route value
var §out = (string)RouteData.Values["q"];
== query with a default
var §out = Request.Query["q"].FirstOrDefault() ?? "";
`),
  builds: readForms(`
== plus
var §out = §before + §in + §after;
== interpolated
var §out = $"§rawbefore{§in}§rawafter";
== format
var §out = string.Format("{0}{1}{2}", §before, §in, §after);
== builder
var sb = new StringBuilder();
sb.Append(§before).Append(§in);
sb.Append(§after);
var §out = sb.ToString();
== concat
var §out = string.Concat(§before, §in, §after);
== join
var §out = string.Join("", new[] { §before, §in, §after });
== append
string §out = §before;
§out += §in;
§out += §after;
== replace
var §out = (§before + "@" + §after).Replace("@", §in);
`),
  flows: [...csharpFlows, ...csharpLibraryFlows, ...csharpNestedFlows],
  safeFlows: [...csharpSafeFlows, ...csharpNestedSafeFlows],
  fillers: readForms(`
== length
var §filler = Request.Method.Length;
== loop
for (int §filler = 0; §filler < 3; §filler++)
{
    Console.WriteLine("round");
}
== time
var §filler = DateTime.UtcNow;
`),
  helper: (name, parameter, body) => [
    `internal static void ${capital(name)}(HttpRequest Request, HttpResponse Response, string ${parameter})\n{\n${indent(body, '    ')}\n}`,
  ],
  callHelper: (name, value, elsewhere) => [
    `${elsewhere ? 'Support.' : ''}${capital(name)}(Request, Response, ${value});`,
  ],
  assemble: ({ id, imports, body, members, other, otherImports }) => {
    const entry = `[HttpGet("${id}")]\npublic void Get(string q)\n{\n${indent(body, '    ')}\n}`;
    const name = `Page${id}Controller`;
    const files = [
      {
        name: `${name}.cs`,
        text: csharpFile(imports, `class ${name} : ControllerBase`, [entry, ...members]),
      },
    ];
    if (other.length)
      files.push({ name: 'Support.cs', text: csharpFile(otherImports, 'static class Support', other) });
    return files;
  },
  classes: csharpClasses,
};

function capital(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

function csharpFile(imports: readonly string[], heading: string, members: readonly string[]): string {
  const usual = [
    'System',
    'System.Collections.Generic',
    'System.Linq',
    'System.Text',
    'Microsoft.AspNetCore.Mvc',
  ];
  const all = [...new Set([...imports, ...usual])].sort().map((name) => `using ${name};\n`);
  const attribute = heading.includes('Controller') ? '    [ApiController]\n' : '';
  return `${all.join('')}\nnamespace Web\n{\n${attribute}    public ${heading}\n    {\n${indent([members.join('\n\n')], '        ')}\n    }\n}\n`;
}
