import { readForms } from './forms.ts';

export const javaSafeFlows = readForms(`
== constant
String §value = §in;
String §out = "fixed";
== overwritten
String §out = §in;
§out = "fixed";
== constant branch
String §out = "fixed";
if (7 * 18 + 106 < 200) {
    §out = §in;
}
== constant variable branch
int §filler = 86;
String §out;
if ((7 * 42) - §filler > 200) §out = "fixed";
else §out = §in;
== constant ternary
int §filler = 106;
String §out = (7 * 18) + §filler > 200 ? "fixed" : §in;
== constant switch
String §out;
String guess = "ABC";
switch (guess.charAt(1)) {
    case 'A':
        §out = §in;
        break;
    case 'B':
        §out = "fixed";
        break;
    default:
        §out = "none";
}
== other key
Map<String, String> §map = new HashMap<>();
§map.put("kept", §in);
§map.put("other", "fixed");
String §out = §map.get("other");
-- imports java.util.HashMap java.util.Map
== other element
String[] §list = { "fixed", §in };
String §out = §list[0];
== removed
List<String> §list = new ArrayList<>();
§list.add("safe");
§list.add(§in);
§list.add("more");
§list.remove(0);
String §out = §list.get(1);
-- imports java.util.ArrayList java.util.List
== other property
§type box = new §type();
box.setLabel(§in);
box.setNote("fixed");
String §out = box.getNote();
-- members
static class §type {
    private String label;
    private String note;

    void setLabel(String v) {
        label = v;
    }

    void setNote(String v) {
        note = v;
    }

    String getNote() {
        return note;
    }
}
== number
int number = Integer.parseInt(§in);
String §out = String.valueOf(number);
== allow list
List<String> allowed = List.of("red", "blue");
if (!allowed.contains(§in)) {
    response.sendError(400);
    return;
}
String §out = §in;
-- imports java.util.List
== allow set
if (!ALLOWED_§id.contains(§in)) {
    throw new IllegalArgumentException("no");
}
String §out = §in;
-- members
private static final Set<String> ALLOWED_§id = Set.of("red", "blue");
-- imports java.util.Set
== switch to constants
String §out = switch (§in) {
    case "a" -> "first";
    case "b" -> "second";
    default -> "none";
};
== lookup
Map<String, String> known = Map.of("a", "first", "b", "second");
String §out = known.get(§in);
if (§out == null) return;
-- imports java.util.Map
== pattern
if (!§in.matches("[a-z0-9]+")) {
    return;
}
String §out = §in;
-- not code-injection command-injection deserialization
== ignored argument
String §out = §function(§in);
-- members
private String §function(String v) {
    if (v.length() > 9) return "long";
    return "short";
}
== ignored elsewhere
String §out = Support.§function(§in);
-- other
static String §function(String v) {
    return "fixed";
}
== overload
String §out = §function(§in);
-- members
private String §function(String v) {
    return "fixed";
}

private String §function(String v, int times) {
    return v;
}
== equality
if (!"red".equals(§in) && !"blue".equals(§in)) {
    return;
}
String §out = §in;
== uuid
String §out = UUID.fromString(§in).toString();
-- imports java.util.UUID
`);
