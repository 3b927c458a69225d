import type { Emitter } from './emitter.ts';
import { readForms } from './forms.ts';

/** Where untrusted text does harm in Java, and the same uses done well. */
export const javaClasses: Emitter['classes'] = {
  'sql-injection': {
    sinks: readForms(`
== statement
Connection connection = DriverManager.getConnection(url);
Statement statement = connection.createStatement();
ResultSet rows = statement.executeQuery(§in);
-- imports java.sql.Connection java.sql.DriverManager java.sql.ResultSet java.sql.Statement
-- text SELECT id FROM users WHERE name = '|'
== prepared from built text
PreparedStatement statement = source.getConnection().prepareStatement(§in);
statement.execute();
-- members
static DataSource source;
-- imports java.sql.PreparedStatement javax.sql.DataSource
-- text DELETE FROM notes WHERE owner = '|'
== template
JdbcTemplate template = new JdbcTemplate(source);
template.queryForList(§in);
-- imports org.springframework.jdbc.core.JdbcTemplate
-- text SELECT id FROM users WHERE city = '|'
== jpa
EntityManager manager = factory.createEntityManager();
manager.createNativeQuery(§in).getResultList();
-- imports javax.persistence.EntityManager
-- text SELECT id FROM users WHERE id = |
`),
    safe: readForms(`
== prepared
PreparedStatement statement = connection.prepareStatement("SELECT id FROM users WHERE name = ?");
statement.setString(1, §in);
statement.executeQuery();
-- imports java.sql.PreparedStatement
== template bound
JdbcTemplate template = new JdbcTemplate(source);
template.queryForList("SELECT id FROM users WHERE city = ?", §in);
-- imports org.springframework.jdbc.core.JdbcTemplate
== jpa bound
EntityManager manager = factory.createEntityManager();
manager.createQuery("SELECT u FROM User u WHERE u.name = :name").setParameter("name", §in).getResultList();
-- imports javax.persistence.EntityManager
`),
  },
  'command-injection': {
    sinks: readForms(`
== runtime
Runtime.getRuntime().exec(§in);
-- text ls -l |
== shell
new ProcessBuilder("sh", "-c", §in).start();
-- text ping -c 1 |
== builder later
ProcessBuilder builder = new ProcessBuilder();
builder.command("bash", "-c", §in);
builder.start();
-- text du -sh |
== array
Runtime.getRuntime().exec(new String[] { "/bin/sh", "-c", §in });
-- text cat /srv/|
`),
    safe: readForms(`
== fixed
Process process = new ProcessBuilder("cat").start();
process.getOutputStream().write(§in.length());
== fixed text
Runtime.getRuntime().exec("uptime");
response.setIntHeader("X-Length", §in.length());
`),
  },
  'path-traversal': {
    sinks: readForms(`
== stream
FileInputStream stream = new FileInputStream(§in);
-- imports java.io.FileInputStream
-- text /srv/files/|
== file
File file = new File("/srv/files", §in);
BufferedReader reader = new BufferedReader(new FileReader(file));
-- imports java.io.File java.io.FileReader java.io.BufferedReader
== nio
byte[] data = Files.readAllBytes(Paths.get(§in));
-- imports java.nio.file.Files java.nio.file.Paths
-- text /srv/files/|.txt
== writer
FileWriter writer = new FileWriter(§in);
-- imports java.io.FileWriter
-- text /srv/out/|
== delete
Files.delete(Path.of("/srv/files").resolve(§in));
-- imports java.nio.file.Files java.nio.file.Path
`),
    safe: readForms(`
== file name
File file = new File("/srv/files", FilenameUtils.getName(§in));
FileInputStream stream = new FileInputStream(file);
-- imports java.io.File java.io.FileInputStream org.apache.commons.io.FilenameUtils
== last part
byte[] data = Files.readAllBytes(Paths.get("/srv/files", Paths.get(§in).getFileName().toString()));
-- imports java.nio.file.Files java.nio.file.Paths
== kept inside
Path base = Paths.get("/srv/files");
Path full = base.resolve(§in).normalize();
if (!full.startsWith(base)) {
    return;
}
byte[] data = Files.readAllBytes(full);
-- imports java.nio.file.Files java.nio.file.Path java.nio.file.Paths
`),
  },
  xss: {
    sinks: readForms(`
== println
response.setContentType("text/html");
response.getWriter().println(§in);
-- text <p>|</p>
== writer
PrintWriter out = response.getWriter();
out.write(§in);
-- imports java.io.PrintWriter
-- text <b>|</b>
== print format
response.getWriter().printf("<div>%s</div>", §in);
== output stream
response.getOutputStream().print(§in);
-- text <i>|</i>
`),
    safe: readForms(`
== encoded
response.getWriter().println("<p>" + Encode.forHtml(§in) + "</p>");
-- imports org.owasp.encoder.Encode
== escaped
response.getWriter().write(StringEscapeUtils.escapeHtml4(§in));
-- imports org.apache.commons.text.StringEscapeUtils
== spring
response.getWriter().print("<b>" + HtmlUtils.htmlEscape(§in) + "</b>");
-- imports org.springframework.web.util.HtmlUtils
`),
  },
  ssrf: {
    sinks: readForms(`
== url
URL url = new URL(§in);
InputStream in = url.openStream();
-- imports java.net.URL java.io.InputStream
== connection
HttpURLConnection connection = (HttpURLConnection) new URL(§in).openConnection();
connection.connect();
-- imports java.net.URL java.net.HttpURLConnection
-- text https://|/status
== rest template
new RestTemplate().getForObject(§in, String.class);
-- imports org.springframework.web.client.RestTemplate
== http client
HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(§in)).build(), BodyHandlers.ofString());
-- imports java.net.http.HttpClient java.net.http.HttpRequest java.net.URI java.net.http.HttpResponse.BodyHandlers
`),
    safe: readForms(`
== query of a fixed host
new URL("https://api.service.internal/search?q=" + URLEncoder.encode(§in, "UTF-8")).openStream();
-- imports java.net.URL java.net.URLEncoder
== checked host
URL url = new URL(§in);
if (!"api.service.internal".equals(url.getHost())) {
    return;
}
url.openStream();
-- imports java.net.URL
`),
  },
  'open-redirect': {
    sinks: readForms(`
== redirect
response.sendRedirect(§in);
== header
response.setStatus(302);
response.setHeader("Location", §in);
== host
response.sendRedirect(§in);
-- text https://|/
`),
    safe: readForms(`
== own path
response.sendRedirect("/search?q=" + URLEncoder.encode(§in, "UTF-8"));
-- imports java.net.URLEncoder
== fixed
response.sendRedirect("/home");
response.setIntHeader("X-Length", §in.length());
`),
  },
  'code-injection': {
    sinks: readForms(`
== script
ScriptEngine engine = new ScriptEngineManager().getEngineByName("js");
engine.eval(§in);
-- imports javax.script.ScriptEngine javax.script.ScriptEngineManager
-- text 1 + |
== groovy
new GroovyShell().evaluate(§in);
-- imports groovy.lang.GroovyShell
== spel
ExpressionParser parser = new SpelExpressionParser();
Object value = parser.parseExpression(§in).getValue();
-- imports org.springframework.expression.ExpressionParser org.springframework.expression.spel.standard.SpelExpressionParser
`),
    safe: readForms(`
== bound value
ScriptEngine engine = new ScriptEngineManager().getEngineByName("js");
engine.put("input", §in);
engine.eval("input.length");
-- imports javax.script.ScriptEngine javax.script.ScriptEngineManager
`),
  },
  deserialization: {
    sinks: readForms(`
== yaml
Object data = new Yaml().load(§in);
-- imports org.yaml.snakeyaml.Yaml
== xstream
Object data = new XStream().fromXML(§in);
-- imports com.thoughtworks.xstream.XStream
`),
    safe: readForms(`
== safe yaml
Object data = new Yaml(new SafeConstructor(new LoaderOptions())).load(§in);
-- imports org.yaml.snakeyaml.Yaml org.yaml.snakeyaml.LoaderOptions org.yaml.snakeyaml.constructor.SafeConstructor
== json
Object data = new ObjectMapper().readValue(§in, Ticket.class);
-- imports com.fasterxml.jackson.databind.ObjectMapper
`),
  },
  'ldap-injection': {
    sinks: readForms(`
== search
DirContext context = new InitialDirContext(environment);
context.search("ou=people", §in, new SearchControls());
-- imports javax.naming.directory.DirContext javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls
-- text (uid=|)
`),
    safe: readForms(`
== encoded
DirContext context = new InitialDirContext(environment);
context.search("ou=people", "(uid=" + LdapEncoder.filterEncode(§in) + ")", new SearchControls());
-- imports javax.naming.directory.DirContext javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls org.springframework.ldap.support.LdapEncoder
== arguments
DirContext context = new InitialDirContext(environment);
context.search("ou=people", "(uid={0})", new Object[] { §in }, new SearchControls());
-- imports javax.naming.directory.DirContext javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls
`),
  },
  'xpath-injection': {
    sinks: readForms(`
== evaluate
XPath xpath = XPathFactory.newInstance().newXPath();
String found = xpath.evaluate(§in, document);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory
-- text //user[name='|']
== compile
XPath xpath = XPathFactory.newInstance().newXPath();
XPathExpression expression = xpath.compile(§in);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory javax.xml.xpath.XPathExpression
-- text //user[@id='|']
`),
    safe: readForms(`
== variable
XPath xpath = XPathFactory.newInstance().newXPath();
xpath.setXPathVariableResolver(name -> §in);
String found = xpath.evaluate("//user[name=$name]", document);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory
`),
  },
};
