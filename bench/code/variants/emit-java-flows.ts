import { readForms } from './forms.ts';

export const javaFlows = readForms(`
== local
String §value = §in;
String §out = §value;
== trimmed
String §out = §in.trim().toLowerCase();
== array
String[] §list = new String[] { "first", §in, "last" };
String §out = §list[1];
== array filled
String[] §list = new String[2];
§list[0] = "first";
§list[1] = §in;
String §out = §list[1];
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
== setter and getter
§type box = new §type();
box.setLabel(§in);
String §out = box.getLabel();
-- members
static class §type {
    private String label;
    private String note;

    void setLabel(String v) {
        this.label = v;
    }

    String getLabel() {
        return label;
    }
}
== constructor
§type box = new §type(§in, "note");
String §out = box.label();
-- members
static class §type {
    private final String label;
    private final String note;

    §type(String label, String note) {
        this.label = label;
        this.note = note;
    }

    String label() {
        return this.label;
    }
}
== record
§type box = new §type(§in, "note");
String §out = box.label();
-- members
record §type(String label, String note) {}
== builder
String §out = new §type().with(§in).build();
-- members
static class §type {
    private String label = "";

    §type with(String v) {
        this.label = v;
        return this;
    }

    String build() {
        return label;
    }
}
== call
String §out = §function(§in);
-- members
private String §function(String v) {
    return "" + v;
}
== two calls
String §out = §function(§in);
-- members
private static String §function(String v) {
    return §function2(v);
}

private static String §function2(String v) {
    String same = v;
    return same;
}
== overload
String §out = §function(§in, 3);
-- members
private String §function(String v) {
    return "fixed";
}

private String §function(String v, int times) {
    return v;
}
== other file
String §out = Support.§function(§in);
-- other
static String §function(String v) {
    return v;
}
== interface
§type same = new §type() {
    public String give(String v) {
        return v;
    }
};
String §out = same.give(§in);
-- members
interface §type {
    String give(String v);
}
== lambda
Function<String, String> same = v -> v + "";
String §out = same.apply(§in);
-- imports java.util.function.Function
== supplier
final String kept = §in;
Supplier<String> get = () -> kept;
String §out = get.get();
-- imports java.util.function.Supplier
== stream
String §out = Stream.of(§in, "x").map(String::trim).collect(Collectors.joining(","));
-- imports java.util.stream.Stream java.util.stream.Collectors
== optional
String §out = Optional.ofNullable(§in).map(v -> v.trim()).orElse("none");
-- imports java.util.Optional
== switch
String §out;
switch (request.getMethod()) {
    case "GET":
        §out = §in;
        break;
    default:
        §out = "none";
}
== condition
String §out = "none";
if (request.getContentLength() > 3) {
    §out = §in;
}
== ternary
String §out = request.isSecure() ? §in : "none";
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
== field of the class
this.§value = §in;
String §out = this.§value;
-- members
private String §value;
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
== chosen case
String §out;
String guess = "ABC";
char which = guess.charAt(2);
switch (which) {
    case 'A':
        §out = "first";
        break;
    case 'C':
    case 'D':
        §out = §in;
        break;
    default:
        §out = "none";
        break;
}
== constant branch
int §filler = 196;
String §out;
if ((500 / 42) + §filler > 200) §out = §in;
else §out = "never";
== constant ternary
int §filler = 106;
String §out = (7 * 18) - §filler > 200 ? "never" : §in;
== inner class
String §out = new §type().§function(request, §in);
-- members
private class §type {
    public String §function(HttpServletRequest request, String v) throws Exception {
        StringBuilder made = new StringBuilder(v);
        return made.append("").toString();
    }
}
== inner class with a condition
String §out = new §type().§function(§in);
-- members
private class §type {
    String §function(String v) {
        String result = "none";
        int number = 86;
        if (7 * 42 - number > 200) result = v;
        return result;
    }
}
== interface of another file
Support.§type thing = Support.§function();
String §out = thing.give(§in);
-- other
interface §type {
    String give(String v);
}

static class §type2 implements §type {
    public String give(String v) {
        return v;
    }
}

static §type §function() {
    return new §type2();
}
== runnable
String[] §list = new String[1];
Runnable work = () -> §list[0] = §in;
work.run();
String §out = §list[0];
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
== generic box
§type<String> box = new §type<>();
box.set(§in);
String §out = box.get();
-- members
static class §type<T> {
    private T held;

    void set(T v) {
        held = v;
    }

    T get() {
        return held;
    }
}
== inherited
§type box = new §type2();
String §out = box.give(§in);
-- members
static abstract class §type {
    String give(String v) {
        return pick(v);
    }

    abstract String pick(String v);
}

static class §type2 extends §type {
    String pick(String v) {
        return v;
    }
}
== while loop
String §out = "";
int §filler = 0;
while (§filler < §in.length()) {
    §out += §in.charAt(§filler);
    §filler++;
}
== each part
String §out = "";
for (String part : §in.split("&")) {
    §out = part;
}
== switch value
String §out = switch (request.getMethod()) {
    case "GET" -> §in;
    default -> {
        yield "none";
    }
};
== pattern
Object §value = §in;
String §out = "";
if (§value instanceof String text) {
    §out = text;
}
== casts
Object §value = §in;
String §out = (String) §value;
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
== static field
kept§id = §in;
String §out = §function();
-- members
private static String kept§id;

private static String §function() {
    return kept§id;
}
== object of another file
Support.§type box = new Support.§type(§in);
String §out = box.label();
-- other
static class §type {
    private final String label;

    §type(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
== substring
String §out = §in;
int §filler = §in.indexOf("=");
if (§filler >= 0) {
    §out = §in.substring(§filler + 1);
}
== list set
List<String> §list = new ArrayList<>(List.of("a", "b"));
§list.set(1, §in);
String §out = §list.get(1);
-- imports java.util.ArrayList java.util.List
== two dimensions
String[][] §list = new String[2][2];
§list[1][0] = §in;
String §out = §list[1][0];
== catch
String §out = "none";
try {
    Integer.parseInt(§in);
} catch (NumberFormatException e) {
    §out = §in;
}
== finally
String §out = "none";
try {
    request.getReader().close();
} finally {
    §out = §in;
}
`);
