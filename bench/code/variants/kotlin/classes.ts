import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Where untrusted text does harm in Kotlin, and the same uses done well. */
export const kotlinClasses: Emitter['classes'] = {
  'sql-injection': {
    sinks: readForms(`
== statement
val connection = DriverManager.getConnection(url)
val rows = connection.createStatement().executeQuery(§in)
-- imports java.sql.DriverManager
-- text SELECT id FROM users WHERE name = '|'
== prepared from built text
val statement: PreparedStatement = connection.prepareStatement(§in)
statement.execute()
-- imports java.sql.PreparedStatement
-- text DELETE FROM notes WHERE owner = '|'
== template
val template = JdbcTemplate(source)
template.queryForList(§in)
-- imports org.springframework.jdbc.core.JdbcTemplate
-- text SELECT id FROM users WHERE city = '|'
`),
    safe: readForms(`
== prepared
val statement = connection.prepareStatement("SELECT id FROM users WHERE name = ?")
statement.setString(1, §in)
statement.executeQuery()
== template bound
val template = JdbcTemplate(source)
template.queryForList("SELECT id FROM users WHERE city = ?", §in)
-- imports org.springframework.jdbc.core.JdbcTemplate
`),
  },
  'command-injection': {
    sinks: readForms(`
== runtime
Runtime.getRuntime().exec(§in)
-- text ls -l |
== shell
ProcessBuilder("sh", "-c", §in).start()
-- text ping -c 1 |
== array
Runtime.getRuntime().exec(arrayOf("/bin/sh", "-c", §in))
-- text cat /srv/|
`),
    safe: readForms(`
== fixed
Runtime.getRuntime().exec("uptime")
response.setIntHeader("X-Length", §in.length)
== input of a program
val process = ProcessBuilder("cat").start()
process.outputStream.write(§in.length)
`),
  },
  'path-traversal': {
    sinks: readForms(`
== text
val data = File(§in).readText()
-- imports java.io.File
-- text /srv/files/|
== child
val data = File("/srv/files", §in).readBytes()
-- imports java.io.File
== nio
val data = Files.readAllBytes(Paths.get(§in))
-- imports java.nio.file.Files java.nio.file.Paths
-- text /srv/files/|.txt
== stream
val stream = FileInputStream(§in)
-- imports java.io.FileInputStream
-- text /srv/files/|
== delete
File("/srv/files/" + §in).delete()
-- imports java.io.File
`),
    safe: readForms(`
== file name
val data = File("/srv/files", File(§in).name).readText()
-- imports java.io.File
== kept inside
val full = File("/srv/files", §in).canonicalFile
if (!full.path.startsWith("/srv/files/")) {
    return
}
val data = full.readText()
-- imports java.io.File
`),
  },
  xss: {
    sinks: readForms(`
== println
response.contentType = "text/html"
response.writer.println(§in)
-- text <p>|</p>
== write
response.getWriter().write(§in)
-- text <b>|</b>
== output stream
response.outputStream.print(§in)
-- text <i>|</i>
`),
    safe: readForms(`
== encoded
response.writer.println("<p>" + Encode.forHtml(§in) + "</p>")
-- imports org.owasp.encoder.Encode
== spring
response.writer.print("<b>" + HtmlUtils.htmlEscape(§in) + "</b>")
-- imports org.springframework.web.util.HtmlUtils
`),
  },
  ssrf: {
    sinks: readForms(`
== url
val text = URL(§in).readText()
-- imports java.net.URL
== connection
val connection = URL(§in).openConnection()
connection.connect()
-- imports java.net.URL
-- text https://|/status
== rest template
RestTemplate().getForObject(§in, String::class.java)
-- imports org.springframework.web.client.RestTemplate
== okhttp
val call = OkHttpClient().newCall(Request.Builder().url(§in).build())
call.execute()
-- imports okhttp3.OkHttpClient okhttp3.Request
`),
    safe: readForms(`
== query of a fixed host
val text = URL("https://api.service.internal/search?q=" + URLEncoder.encode(§in, "UTF-8")).readText()
-- imports java.net.URL java.net.URLEncoder
== checked host
val url = URL(§in)
if (url.host != "api.service.internal") {
    return
}
val text = url.readText()
-- imports java.net.URL
`),
  },
  'open-redirect': {
    sinks: readForms(`
== redirect
response.sendRedirect(§in)
== header
response.status = 302
response.setHeader("Location", §in)
== host
response.sendRedirect(§in)
-- text https://|/
`),
    safe: readForms(`
== own path
response.sendRedirect("/search?q=" + URLEncoder.encode(§in, "UTF-8"))
-- imports java.net.URLEncoder
== fixed
response.sendRedirect("/home")
response.setIntHeader("X-Length", §in.length)
`),
  },
  'code-injection': {
    sinks: readForms(`
== script
val engine = ScriptEngineManager().getEngineByName("kts")
engine.eval(§in)
-- imports javax.script.ScriptEngineManager
-- text 1 + |
== spel
val value = SpelExpressionParser().parseExpression(§in).value
-- imports org.springframework.expression.spel.standard.SpelExpressionParser
`),
    safe: readForms(`
== bound value
val engine = ScriptEngineManager().getEngineByName("kts")
engine.put("input", §in)
engine.eval("input")
-- imports javax.script.ScriptEngineManager
`),
  },
  deserialization: {
    sinks: readForms(`
== yaml
val data = Yaml().load<Any>(§in)
-- imports org.yaml.snakeyaml.Yaml
== xstream
val data = XStream().fromXML(§in)
-- imports com.thoughtworks.xstream.XStream
`),
    safe: readForms(`
== json
val data = ObjectMapper().readValue(§in, Ticket::class.java)
-- imports com.fasterxml.jackson.databind.ObjectMapper
== kotlin json
val data = Json.decodeFromString<List<String>>(§in)
-- imports kotlinx.serialization.json.Json
`),
  },
  'ldap-injection': {
    sinks: readForms(`
== search
val context = InitialDirContext(environment)
context.search("ou=people", §in, SearchControls())
-- imports javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls
-- text (uid=|)
`),
    safe: readForms(`
== encoded
val context = InitialDirContext(environment)
context.search("ou=people", "(uid=" + LdapEncoder.filterEncode(§in) + ")", SearchControls())
-- imports javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls org.springframework.ldap.support.LdapEncoder
`),
  },
  'xpath-injection': {
    sinks: readForms(`
== evaluate
val xpath = XPathFactory.newInstance().newXPath()
val found = xpath.evaluate(§in, document)
-- imports javax.xml.xpath.XPathFactory
-- text //user[name='|']
`),
    safe: readForms(`
== fixed
val xpath = XPathFactory.newInstance().newXPath()
val found = xpath.evaluate("//user", document)
response.setIntHeader("X-Length", §in.length)
-- imports javax.xml.xpath.XPathFactory
`),
  },
};
