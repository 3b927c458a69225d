import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Commands, files, addresses and code that Java programs reach. */
export const javaSystemClasses: Emitter['classes'] = {
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
};
