import { readForms } from '../forms.ts';

/** Ways through collections, builders, readers and other classes of the library. */
export const javaLibraryFlows = readForms(`
== trimmed
String §out = §in.trim().toLowerCase();
== list
List<String> §list = new ArrayList<>();
§list.add("one");
§list.add(§in);
String §out = §list.get(1);
-- imports java.util.ArrayList java.util.List
== list of
List<String> §list = List.of("first", §in);
String §out = §list.get(1);
-- imports java.util.List
== list loop
List<String> §list = Arrays.asList(§in, "x");
String §out = "";
for (String each : §list) {
    §out += each;
}
-- imports java.util.Arrays java.util.List
== map
Map<String, String> §map = new HashMap<>();
§map.put("kept", §in);
§map.put("other", "fixed");
String §out = §map.get("kept");
-- imports java.util.HashMap java.util.Map
== map of
Map<String, String> §map = Map.of("kept", §in, "other", "fixed");
String §out = §map.getOrDefault("kept", "none");
-- imports java.util.Map
== stream
String §out = Stream.of(§in, "x").map(String::trim).collect(Collectors.joining(","));
-- imports java.util.stream.Stream java.util.stream.Collectors
== optional
String §out = Optional.ofNullable(§in).map(v -> v.trim()).orElse("none");
-- imports java.util.Optional
== bytes
byte[] data = §in.getBytes();
String §out = new String(data);
== split
String §out = §in.split(",")[0];
== try
String §out = "";
try {
    §out = URLDecoder.decode(§in, "UTF-8");
} catch (Exception e) {
    §out = "none";
}
-- imports java.net.URLDecoder
== list after removal
List<String> §list = new ArrayList<String>();
§list.add("safe");
§list.add(§in);
§list.add("more");
§list.remove(0);
String §out = §list.get(0);
-- imports java.util.ArrayList java.util.List
== map read twice
HashMap<String, Object> §map = new HashMap<String, Object>();
§map.put("one", "fixed");
§map.put("two", §in);
String §out = (String) §map.get("one");
§out = (String) §map.get("two");
-- imports java.util.HashMap
== builder of text
StringBuilder §value = new StringBuilder(§in);
String §out = §value.append("_more").toString();
== builder replaced
StringBuilder §value = new StringBuilder(§in);
§value.replace(§value.length() - 1, §value.length(), "end");
String §out = §value.toString();
== builder inserted and reversed
StringBuilder §value = new StringBuilder("tail");
§value.insert(0, §in);
String §out = §value.reverse().toString();
== characters
char[] §list = §in.toCharArray();
String §out = String.valueOf(§list);
== copied characters
char[] §list = new char[§in.length()];
§in.getChars(0, §in.length(), §list, 0);
String §out = new String(§list);
== base64
String §out = "";
if (§in != null) {
    §out = new String(Base64.getDecoder().decode(Base64.getEncoder().encode(§in.getBytes())));
}
-- imports java.util.Base64
== codec base64
String §out = new String(org.apache.commons.codec.binary.Base64.decodeBase64(
    org.apache.commons.codec.binary.Base64.encodeBase64(§in.getBytes())));
== tokens
StringTokenizer §value = new StringTokenizer(§in, ",");
String §out = §value.nextToken();
-- imports java.util.StringTokenizer
== reader
BufferedReader §value = new BufferedReader(new StringReader(§in));
String §out = §value.readLine();
-- imports java.io.BufferedReader java.io.StringReader
== scanner
String §out = new Scanner(§in).nextLine();
-- imports java.util.Scanner
== partly replaced
String §out = §in.replace("<", "(").replaceAll("x+", "y");
== iterator
List<String> §list = new LinkedList<>();
§list.add(§in);
Iterator<String> each = §list.iterator();
String §out = "";
while (each.hasNext()) {
    §out = each.next();
}
-- imports java.util.LinkedList java.util.List java.util.Iterator
== stack
Deque<String> §list = new ArrayDeque<>();
§list.push("fixed");
§list.push(§in);
String §out = §list.pop();
-- imports java.util.Deque java.util.ArrayDeque
== queue
Queue<String> §list = new LinkedList<>();
§list.offer(§in);
String §out = §list.poll();
-- imports java.util.Queue java.util.LinkedList
== entries
Map<String, String> §map = new LinkedHashMap<>();
§map.put("kept", §in);
String §out = "";
for (Map.Entry<String, String> entry : §map.entrySet()) {
    §out = entry.getKey() + entry.getValue();
}
-- imports java.util.Map java.util.LinkedHashMap
== properties
Properties §map = new Properties();
§map.setProperty("kept", §in);
String §out = §map.getProperty("kept", "none");
-- imports java.util.Properties
== absent
Map<String, String> §map = new HashMap<>();
§map.putIfAbsent("kept", §in);
String §out = §map.computeIfAbsent("kept", k -> "none");
-- imports java.util.Map java.util.HashMap
== request attribute
request.setAttribute("kept", §in);
String §out = (String) request.getAttribute("kept");
== reference
AtomicReference<String> §value = new AtomicReference<>();
§value.set(§in);
String §out = §value.get();
-- imports java.util.concurrent.atomic.AtomicReference
== future
String §out = CompletableFuture.supplyAsync(() -> §in).get();
-- imports java.util.concurrent.CompletableFuture
== callable
String §out = Executors.newSingleThreadExecutor().submit(() -> §in + "").get();
-- imports java.util.concurrent.Executors
== message format
String §out = java.text.MessageFormat.format("{0}", §in);
== formatted
String §out = "%s".formatted(§in);
== writer
StringWriter §value = new StringWriter();
§value.write(§in);
String §out = §value.toString();
-- imports java.io.StringWriter
== bytes out
ByteArrayOutputStream §value = new ByteArrayOutputStream();
§value.write(§in.getBytes());
String §out = §value.toString();
-- imports java.io.ByteArrayOutputStream
== required
String §out = Objects.requireNonNullElse(§in, "none");
-- imports java.util.Objects
== collected
List<String> §list = Arrays.asList(§in).stream().filter(v -> !v.isEmpty()).collect(Collectors.toList());
String §out = §list.get(0);
-- imports java.util.Arrays java.util.List java.util.stream.Collectors
== list set
List<String> §list = new ArrayList<>(List.of("a", "b"));
§list.set(1, §in);
String §out = §list.get(1);
-- imports java.util.ArrayList java.util.List
== array filled
String[] §list = new String[2];
§list[0] = "first";
§list[1] = §in;
String §out = §list[1];
== runnable
String[] §list = new String[1];
Runnable work = () -> §list[0] = §in;
work.run();
String §out = §list[0];
== two dimensions
String[][] §list = new String[2][2];
§list[1][0] = §in;
String §out = §list[1][0];
== each part
String §out = "";
for (String part : §in.split("&")) {
    §out = part;
}
== substring
String §out = §in;
int §filler = §in.indexOf("=");
if (§filler >= 0) {
    §out = §in.substring(§filler + 1);
}
`);
