import { readForms } from '../forms.ts';

/** Checks and conversions after which the data cannot be chosen freely. */
export const javaChecks = readForms(`
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
== equality
if (!"red".equals(§in) && !"blue".equals(§in)) {
    return;
}
String §out = §in;
== uuid
String §out = UUID.fromString(§in).toString();
-- imports java.util.UUID
== enumeration
String §out = §type.valueOf(§in).name();
-- members
enum §type { RED, BLUE }
== compiled pattern
if (!NAME_§id.matcher(§in).matches()) {
    return;
}
String §out = §in;
-- members
private static final Pattern NAME_§id = Pattern.compile("^[a-z]{1,9}$");
-- imports java.util.regex.Pattern
-- not code-injection command-injection deserialization
== long
long number = Long.valueOf(§in);
String §out = "" + number;
== checked digits
String §out = "0";
if (StringUtils.isNumeric(§in)) {
    §out = §in;
}
-- imports org.apache.commons.lang3.StringUtils
== chosen by index
String[] known = { "red", "blue", "green" };
String §out = known[Integer.parseInt(§in)];
== switch statement to constants
String §out;
switch (§in) {
    case "a":
        §out = "first";
        break;
    default:
        §out = "other";
}
== found among the known
String §out = "none";
for (String known : new String[] { "red", "blue" }) {
    if (known.equals(§in)) {
        §out = known;
    }
}
== checked by a method
if (!§function(§in)) {
    response.sendError(400);
    return;
}
String §out = §in;
-- members
private static boolean §function(String v) {
    return v.matches("[a-z]+");
}
-- not code-injection command-injection deserialization
== compared to its list
String §out = Arrays.asList("red", "blue").contains(§in) ? §in : "red";
-- imports java.util.Arrays
== boolean
boolean flag = Boolean.parseBoolean(§in);
String §out = flag ? "on" : "off";
`);
