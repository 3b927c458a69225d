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
`);
