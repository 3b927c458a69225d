import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Where untrusted text does harm in C#, and the same uses done well. */
export const csharpClasses: Emitter['classes'] = {
  'sql-injection': {
    sinks: readForms(`
== command
using var connection = new SqlConnection(settings);
var command = new SqlCommand(§in, connection);
command.ExecuteReader();
-- imports System.Data.SqlClient
-- text SELECT id FROM users WHERE name = '|'
== command text
var command = connection.CreateCommand();
command.CommandText = §in;
command.ExecuteNonQuery();
-- text DELETE FROM notes WHERE owner = '|'
== entity framework
context.Users.FromSqlRaw(§in).ToList();
-- imports Microsoft.EntityFrameworkCore
-- text SELECT * FROM users WHERE city = '|'
== dapper
using var connection = new SqlConnection(settings);
connection.Query<string>(§in);
-- imports Dapper System.Data.SqlClient
-- text SELECT name FROM users WHERE id = |
`),
    safe: readForms(`
== parameter
using var connection = new SqlConnection(settings);
var command = new SqlCommand("SELECT id FROM users WHERE name = @name", connection);
command.Parameters.AddWithValue("@name", §in);
command.ExecuteReader();
-- imports System.Data.SqlClient
== interpolated query
context.Users.FromSqlInterpolated($"SELECT * FROM users WHERE city = {§in}").ToList();
-- imports Microsoft.EntityFrameworkCore
== dapper bound
using var connection = new SqlConnection(settings);
connection.Query<string>("SELECT name FROM users WHERE id = @id", new { id = §in });
-- imports Dapper System.Data.SqlClient
`),
  },
  'command-injection': {
    sinks: readForms(`
== start
Process.Start("/bin/sh", §in);
-- imports System.Diagnostics
-- text -c ls |
== start info
var info = new ProcessStartInfo("cmd.exe", §in);
Process.Start(info);
-- imports System.Diagnostics
-- text /c dir |
== properties
var process = new Process();
process.StartInfo.FileName = "bash";
process.StartInfo.Arguments = §in;
process.Start();
-- imports System.Diagnostics
-- text -c ping |
== program
Process.Start(§in);
-- imports System.Diagnostics
`),
    safe: readForms(`
== fixed
Process.Start("uptime");
Response.Headers["X-Length"] = §in.Length.ToString();
-- imports System.Diagnostics
`),
  },
  'path-traversal': {
    sinks: readForms(`
== read
var data = System.IO.File.ReadAllText(§in);
-- imports System.IO
-- text /srv/files/|
== combined
using var stream = new FileStream(Path.Combine("/srv/files", §in), FileMode.Open);
-- imports System.IO
== write
File.WriteAllText(§in, "x");
-- imports System.IO
-- text /srv/out/|.txt
== delete
File.Delete(Path.Combine("/srv/files", §in));
-- imports System.IO
`),
    safe: readForms(`
== file name
var data = System.IO.File.ReadAllText(Path.Combine("/srv/files", Path.GetFileName(§in)));
-- imports System.IO
== kept inside
var full = Path.GetFullPath(Path.Combine("/srv/files/", §in));
if (!full.StartsWith("/srv/files/"))
{
    return;
}
var data = System.IO.File.ReadAllText(full);
-- imports System.IO
`),
  },
  xss: {
    sinks: readForms(`
== write
Response.ContentType = "text/html";
Response.WriteAsync(§in).Wait();
-- text <p>|</p>
== raw
var content = new HtmlString(§in);
-- imports Microsoft.AspNetCore.Html
-- text <b>|</b>
`),
    safe: readForms(`
== encoded
Response.WriteAsync("<p>" + HtmlEncoder.Default.Encode(§in) + "</p>").Wait();
-- imports System.Text.Encodings.Web
== encoded by web utility
Response.WriteAsync("<p>" + WebUtility.HtmlEncode(§in) + "</p>").Wait();
-- imports System.Net
`),
  },
  ssrf: {
    sinks: readForms(`
== client
var client = new HttpClient();
var answer = client.GetAsync(§in).Result;
-- imports System.Net.Http
== host
var client = new HttpClient();
var answer = client.GetStringAsync(§in).Result;
-- imports System.Net.Http
-- text https://|/status
== request
var request = WebRequest.Create(§in);
request.GetResponse();
-- imports System.Net
== web client
new WebClient().DownloadString(§in);
-- imports System.Net
`),
    safe: readForms(`
== query of a fixed host
var client = new HttpClient();
var answer = client.GetAsync("https://api.service.internal/search?q=" + Uri.EscapeDataString(§in)).Result;
-- imports System.Net.Http
== checked host
var address = new Uri(§in);
if (address.Host != "api.service.internal")
{
    return;
}
var answer = new HttpClient().GetAsync(address).Result;
-- imports System.Net.Http
`),
  },
  'open-redirect': {
    sinks: readForms(`
== redirect
Response.Redirect(§in);
== host
Response.Redirect(§in);
-- text https://|/
== header
Response.StatusCode = 302;
Response.Headers["Location"] = §in;
`),
    safe: readForms(`
== own path
Response.Redirect("/search?q=" + Uri.EscapeDataString(§in));
== fixed
Response.Redirect("/home");
Response.Headers["X-Length"] = §in.Length.ToString();
`),
  },
  'code-injection': {
    sinks: readForms(`
== script
var result = CSharpScript.EvaluateAsync(§in).Result;
-- imports Microsoft.CodeAnalysis.CSharp.Scripting
-- text 1 + |
== type
var type = Type.GetType(§in);
var made = Activator.CreateInstance(type);
`),
    safe: readForms(`
== fixed
var result = CSharpScript.EvaluateAsync("1 + 1").Result;
Response.Headers["X-Length"] = §in.Length.ToString();
-- imports Microsoft.CodeAnalysis.CSharp.Scripting
`),
  },
  deserialization: {
    sinks: readForms(`
== binary
var formatter = new BinaryFormatter();
var data = formatter.Deserialize(new MemoryStream(Convert.FromBase64String(§in)));
-- imports System.IO System.Runtime.Serialization.Formatters.Binary
-- alone
== type names
var options = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All };
var data = JsonConvert.DeserializeObject(§in, options);
-- imports Newtonsoft.Json
-- alone
`),
    safe: readForms(`
== json
var data = JsonSerializer.Deserialize<List<string>>(§in);
-- imports System.Text.Json
`),
  },
  'ldap-injection': {
    sinks: readForms(`
== searcher
var searcher = new DirectorySearcher(§in);
searcher.FindOne();
-- imports System.DirectoryServices
-- text (uid=|)
== filter
var searcher = new DirectorySearcher();
searcher.Filter = §in;
searcher.FindAll();
-- imports System.DirectoryServices
-- text (cn=|)
`),
    safe: readForms(`
== encoded
var searcher = new DirectorySearcher("(uid=" + Encoder.LdapFilterEncode(§in) + ")");
searcher.FindOne();
-- imports System.DirectoryServices Microsoft.Security.Application
`),
  },
  'xpath-injection': {
    sinks: readForms(`
== select
var document = new XmlDocument();
var node = document.SelectSingleNode(§in);
-- imports System.Xml
-- text //user[name='|']
== navigator
var navigator = document.CreateNavigator();
var found = navigator.Select(§in);
-- imports System.Xml.XPath
-- text //user[@id='|']
`),
    safe: readForms(`
== fixed
var document = new XmlDocument();
var nodes = document.SelectNodes("//user");
Response.Headers["X-Length"] = §in.Length.ToString();
-- imports System.Xml
`),
  },
};
