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
== update with keys
Statement statement = Database.statement();
int count = statement.executeUpdate(§in, Statement.RETURN_GENERATED_KEYS);
-- imports java.sql.Statement
-- text INSERT INTO users (name) VALUES ('|')
== batch
Statement statement = connection.createStatement();
statement.addBatch(§in);
int[] counts = statement.executeBatch();
-- imports java.sql.Statement
-- text UPDATE users SET city = '|' WHERE id = 1
== call
CallableStatement statement = Database.connection().prepareCall(§in, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
ResultSet rows = statement.executeQuery();
-- imports java.sql.CallableStatement java.sql.ResultSet
-- text {call | }
== shared template
Object found = Database.JDBCtemplate.queryForObject(§in, new Object[] {}, String.class);
-- text SELECT city FROM users WHERE name = '|'
== typed rows
List<String> rows = new JdbcTemplate(source).query(§in, new RowMapper<String>() {
    public String mapRow(ResultSet rs, int row) throws SQLException {
        return rs.getString("name");
    }
});
-- imports org.springframework.jdbc.core.JdbcTemplate org.springframework.jdbc.core.RowMapper java.sql.ResultSet java.sql.SQLException java.util.List
-- text SELECT name FROM users WHERE name = '|'
== hibernate
Session session = sessions.openSession();
session.createQuery(§in).list();
-- imports org.hibernate.Session
-- text from User where name = '|'
== execute
try (Statement statement = connection.createStatement()) {
    statement.execute(§in);
}
-- imports java.sql.Statement
-- text DELETE FROM users WHERE name = '|'
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
== call bound
CallableStatement statement = connection.prepareCall("{call find(?)}");
statement.setString(1, §in);
statement.execute();
-- imports java.sql.CallableStatement
== template with arguments
new JdbcTemplate(source).queryForObject("SELECT id FROM users WHERE name = ?", new Object[] { §in }, Integer.class);
-- imports org.springframework.jdbc.core.JdbcTemplate
== named
NamedParameterJdbcTemplate template = new NamedParameterJdbcTemplate(source);
template.queryForList("SELECT id FROM users WHERE name = :name", Map.of("name", §in));
-- imports org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate java.util.Map
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
== list of arguments
List<String> argList = new ArrayList<String>();
argList.add("sh");
argList.add("-c");
argList.add(§in);
ProcessBuilder builder = new ProcessBuilder(argList);
Process process = builder.start();
-- imports java.util.ArrayList java.util.List
-- text echo |
== command set later
ProcessBuilder builder = new ProcessBuilder();
builder.command(Arrays.asList("/bin/sh", "-c", §in));
builder.start();
-- imports java.util.Arrays
-- text echo |
== with environment
String[] env = { "LANG=C" };
Runtime runtime = Runtime.getRuntime();
Process process = runtime.exec(§in, env);
-- text echo |
== in a folder
Runtime r = Runtime.getRuntime();
String[] args = { "/bin/sh", "-c", §in };
Process process = r.exec(args, new String[] { "A=b" }, new java.io.File(System.getProperty("user.dir")));
-- text ls |
== environment chosen
Process process = Runtime.getRuntime().exec("env", new String[] { §in }, null);
`),
    safe: readForms(`
== fixed
Process process = new ProcessBuilder("cat").start();
process.getOutputStream().write(§in.length());
== fixed text
Runtime.getRuntime().exec("uptime");
response.setIntHeader("X-Length", §in.length());
== fixed list
List<String> argList = new ArrayList<>();
argList.add("ls");
argList.add("-l");
new ProcessBuilder(argList).start().getOutputStream().write(§in.getBytes());
-- imports java.util.ArrayList java.util.List
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
== file and stream
FileOutputStream stream = new FileOutputStream(new File(§in), false);
-- imports java.io.File java.io.FileOutputStream
-- text /srv/files/|
== uri
File file = new File(new URI("file", null, "/" + §in, null, null));
boolean there = file.exists();
-- imports java.io.File java.net.URI
== random access
RandomAccessFile file = new RandomAccessFile(§in, "rw");
-- imports java.io.RandomAccessFile
-- text /srv/files/|
== nio stream
InputStream stream = Files.newInputStream(Paths.get(BASE_§id + §in), StandardOpenOption.READ);
-- imports java.io.InputStream java.nio.file.Files java.nio.file.Paths java.nio.file.StandardOpenOption
-- members
static final String BASE_§id = System.getProperty("user.dir") + "/files/";
== existence
File file = new File(§in);
response.getWriter().println(file.exists() ? "there" : "not there");
-- imports java.io.File
-- text /srv/files/|
== download
response.setHeader("Content-Disposition", "attachment");
Files.copy(new File("/srv/files/" + §in).toPath(), response.getOutputStream());
-- imports java.io.File java.nio.file.Files
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
== canonical
File base = new File("/srv/files");
File file = new File(base, §in);
if (!file.getCanonicalPath().startsWith(base.getCanonicalPath() + File.separator)) {
    throw new SecurityException("outside");
}
FileInputStream stream = new FileInputStream(file);
-- imports java.io.File java.io.FileInputStream
== spring name
FileInputStream stream = new FileInputStream("/srv/files/" + new File(§in).getName());
-- imports java.io.File java.io.FileInputStream
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
== characters
response.setHeader("X-XSS-Protection", "0");
response.getWriter().write(§in.toCharArray());
== characters counted
response.getWriter().write(§in.toCharArray(), 0, §in.length());
== text counted
response.getWriter().write(§in, 0, §in.length());
== locale format
Object[] parts = { "a", §in };
response.getWriter().format(Locale.US, "Formatted like: %1$s and %2$s.", parts);
-- imports java.util.Locale
== format itself
Object[] parts = { "a", "b" };
response.getWriter().format(§in, parts);
== locale print
response.getWriter().printf(Locale.US, §in, "a");
-- imports java.util.Locale
== append
response.getWriter().append("<p>").append(§in);
== output bytes
response.getOutputStream().write(§in.getBytes());
-- text <p>|</p>
== print object
PrintWriter out = response.getWriter();
out.print((Object) §in);
-- imports java.io.PrintWriter
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
== esapi
response.getWriter().print(ESAPI.encoder().encodeForHTML(§in));
-- imports org.owasp.esapi.ESAPI
== escaped before
String shown = org.apache.commons.lang.StringEscapeUtils.escapeHtml(§in);
response.getWriter().println("<p>" + shown + "</p>");
== escaped elsewhere
response.getWriter().println("<p>" + Support.§function(§in) + "</p>");
-- other
static String §function(String v) {
    return org.owasp.encoder.Encode.forHtml(v);
}
== length
response.getWriter().println("<p>" + §in.length() + "</p>");
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
== template filter
LdapTemplate template = new LdapTemplate(source);
template.search("ou=people", §in, new NameMapper());
-- imports org.springframework.ldap.core.LdapTemplate
-- text (&(objectclass=person)(uid=|))
== filter with arguments
InitialDirContext context = Directory.open();
NamingEnumeration<SearchResult> results = context.search("ou=users,ou=system", §in, new Object[] { "a" }, new SearchControls());
-- imports javax.naming.NamingEnumeration javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls javax.naming.directory.SearchResult
-- text (&(cn={0})(street=|))
== base
DirContext ctx = new InitialDirContext(environment);
ctx.search(§in, "(objectClass=*)", new SearchControls());
-- imports javax.naming.directory.DirContext javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls
-- text cn=|,ou=people
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
== typed result
XPathFactory factory = XPathFactory.newInstance();
XPath xp = factory.newXPath();
NodeList nodes = (NodeList) xp.compile(§in).evaluate(document, XPathConstants.NODESET);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory javax.xml.xpath.XPathConstants org.w3c.dom.NodeList
-- text /Employees/Employee[@emplid='|']
== direct
response.getWriter().println(javax.xml.xpath.XPathFactory.newInstance().newXPath().evaluate(§in, document));
-- text /Employees/Employee[@name='|']
`),
    safe: readForms(`
== variable
XPath xpath = XPathFactory.newInstance().newXPath();
xpath.setXPathVariableResolver(name -> §in);
String found = xpath.evaluate("//user[name=$name]", document);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory
== encoded
XPath xpath = XPathFactory.newInstance().newXPath();
String found = xpath.evaluate("//user[name='" + ESAPI.encoder().encodeForXPath(§in) + "']", document);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory org.owasp.esapi.ESAPI
`),
  },
  'trust-boundary': {
    sinks: readForms(`
== attribute
request.getSession().setAttribute("user", §in);
== attribute name
request.getSession().setAttribute(§in, "10340");
== value
HttpSession session = request.getSession(true);
session.putValue("user", §in);
-- imports javax.servlet.http.HttpSession
== value name
javax.servlet.http.HttpSession current = request.getSession();
current.putValue(§in, "10340");
`),
    safe: readForms(`
== fixed
request.getSession().setAttribute("user", "10340");
response.setIntHeader("X-Length", §in.length());
== length
request.getSession().setAttribute("length", §in.length());
== removed
request.getSession().removeAttribute(§in);
`),
  },
  'weak-hash': {
    sinks: readForms(`
== md5
MessageDigest digest = MessageDigest.getInstance("MD5");
digest.update(§in.getBytes());
byte[] sum = digest.digest();
-- imports java.security.MessageDigest
-- alone
== sha1
java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA1", "SUN");
byte[] sum = digest.digest(§in.getBytes());
-- alone
== provider
java.security.Provider[] providers = java.security.Security.getProviders();
java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-1", providers[0]);
digest.update(§in.getBytes());
-- alone
== chosen
String algorithm = request.isSecure() ? "MD5" : "SHA-256";
MessageDigest.getInstance(algorithm).digest(§in.getBytes());
-- imports java.security.MessageDigest
-- alone
== constant
MessageDigest digest = MessageDigest.getInstance(ALGORITHM_§id);
digest.update(§in.getBytes());
-- members
private static final String ALGORITHM_§id = "MD" + 5;
-- imports java.security.MessageDigest
-- alone
== property with a default
MessageDigest digest = MessageDigest.getInstance(System.getProperty("hash.of.files", "MD5"));
digest.update(§in.getBytes());
-- imports java.security.MessageDigest
-- alone
`),
    safe: readForms(`
== sha256
MessageDigest digest = MessageDigest.getInstance("SHA-256");
digest.update(§in.getBytes());
-- imports java.security.MessageDigest
== sha512 of a provider
java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-512", "SUN");
digest.update(§in.getBytes());
== sha384
MessageDigest.getInstance("sha-384").digest(§in.getBytes());
-- imports java.security.MessageDigest
== overwritten
String algorithm = "MD5";
algorithm = "SHA-512";
MessageDigest.getInstance(algorithm).digest(§in.getBytes());
-- imports java.security.MessageDigest
`),
  },
  'weak-crypto': {
    sinks: readForms(`
== des
Cipher cipher = Cipher.getInstance("DES/CBC/PKCS5Padding");
cipher.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("DES").generateKey());
byte[] result = cipher.doFinal(§in.getBytes());
-- imports javax.crypto.Cipher javax.crypto.KeyGenerator
-- alone
== triple des
javax.crypto.Cipher cipher = javax.crypto.Cipher.getInstance("DESede/ECB/PKCS5Padding", "SunJCE");
byte[] result = cipher.doFinal(§in.getBytes());
-- alone
== ecb
String mode = "AES/ECB/PKCS5Padding";
Cipher.getInstance(mode).update(§in.getBytes());
-- imports javax.crypto.Cipher
-- alone
== provider object
javax.crypto.Cipher cipher = javax.crypto.Cipher.getInstance("RC2", java.security.Security.getProvider("SunJCE"));
byte[] result = cipher.doFinal(§in.getBytes());
-- alone
`),
    safe: readForms(`
== gcm
Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
byte[] result = cipher.doFinal(§in.getBytes());
-- imports javax.crypto.Cipher
== ccm
javax.crypto.Cipher cipher = javax.crypto.Cipher.getInstance("AES/CCM/NoPadding", "BC");
byte[] result = cipher.doFinal(§in.getBytes());
== cbc with a fresh vector
SecureRandom random = new SecureRandom();
byte[] iv = random.generateSeed(16);
Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
cipher.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("AES").generateKey(), new IvParameterSpec(iv));
byte[] result = cipher.doFinal(§in.getBytes());
-- imports java.security.SecureRandom javax.crypto.Cipher javax.crypto.KeyGenerator javax.crypto.spec.IvParameterSpec
`),
  },
  'weak-random': {
    sinks: readForms(`
== token
float number = new java.util.Random().nextFloat();
String rememberMeKey = Float.toString(number).substring(2);
Cookie cookie = new Cookie("rememberMe", rememberMeKey);
request.getSession().setAttribute("user", §in.length());
-- imports javax.servlet.http.Cookie
-- alone
== math
String sessionToken = "" + Math.random();
response.setHeader("X-Token", sessionToken + §in.length());
-- alone
== bytes
Random random = new Random(System.currentTimeMillis());
byte[] salt = new byte[16];
random.nextBytes(salt);
-- imports java.util.Random
-- alone
== gaussian
double value = new java.util.Random().nextGaussian();
String password = Double.toString(value).substring(2);
-- alone
`),
    safe: readForms(`
== secure
java.security.SecureRandom random = java.security.SecureRandom.getInstance("SHA1PRNG");
String rememberMeKey = Float.toString(random.nextFloat()).substring(2);
== secure made
SecureRandom random = new SecureRandom();
byte[] salt = new byte[16];
random.nextBytes(salt);
-- imports java.security.SecureRandom
== declared as the base
Random random = new SecureRandom();
String token = "" + random.nextLong();
-- imports java.util.Random java.security.SecureRandom
`),
  },
  'insecure-cookie': {
    sinks: readForms(`
== off
Cookie cookie = new Cookie("kept", "value");
cookie.setSecure(false);
cookie.setHttpOnly(true);
response.addCookie(cookie);
response.setIntHeader("X-Length", §in.length());
-- imports javax.servlet.http.Cookie
-- alone
== missing
javax.servlet.http.Cookie cookie = new javax.servlet.http.Cookie("kept", "value");
cookie.setPath(request.getRequestURI());
cookie.setHttpOnly(true);
response.addCookie(cookie);
-- alone
== in one case only
Cookie cookie = new Cookie("kept", "value");
if (request.getContentLength() > 9) {
    cookie.setSecure(true);
}
cookie.setHttpOnly(true);
response.addCookie(cookie);
-- imports javax.servlet.http.Cookie
-- alone
`),
    safe: readForms(`
== on
Cookie cookie = new Cookie("kept", "value");
cookie.setSecure(true);
cookie.setHttpOnly(true);
cookie.setPath("/");
response.addCookie(cookie);
-- imports javax.servlet.http.Cookie
== on by a variable
boolean on = true;
Cookie cookie = new Cookie("kept", "value");
cookie.setHttpOnly(on);
cookie.setSecure(on);
response.addCookie(cookie);
-- imports javax.servlet.http.Cookie
== deleted
Cookie cookie = new Cookie("kept", "");
cookie.setMaxAge(0);
cookie.setSecure(true);
cookie.setHttpOnly(true);
response.addCookie(cookie);
-- imports javax.servlet.http.Cookie
`),
  },
};
