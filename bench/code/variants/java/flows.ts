import { readForms } from '../forms.ts';

/** Ways of the language itself. */
export const javaFlows = readForms(`
== local
String §value = §in;
String §out = §value;
== array
String[] §list = new String[] { "first", §in, "last" };
String §out = §list[1];
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
== field of the class
this.§value = §in;
String §out = this.§value;
-- members
private String §value;
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
if (17 * 3 + §filler > 200) §out = §in;
else §out = "never";
== constant ternary
int §filler = 106;
String §out = (9 * 14) - §filler > 200 ? "never" : §in;
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
        if (6 * 49 - number > 200) result = v;
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
