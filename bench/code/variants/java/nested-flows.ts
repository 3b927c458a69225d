import { readForms } from '../forms.ts';

/** The same places one level deeper: lists in maps, positions after changes, conditions in conditions, helpers that know more than one answer. */
export const javaNestedFlows = readForms(`
== list in a map
Map<String, List<String>> §map = new HashMap<>();
List<String> §list = new ArrayList<>();
§list.add("first");
§list.add(§in);
§map.put("kept", §list);
String §out = §map.get("kept").get(1);
-- imports java.util.Map java.util.HashMap java.util.List java.util.ArrayList
== position after two changes
List<String> §list = new LinkedList<>();
§list.add("one");
§list.add("two");
§list.add(§in);
§list.remove(0);
§list.add(0, "zero");
String §out = §list.get(2);
-- imports java.util.List java.util.LinkedList
== conditions in conditions
int §filler = 12;
String §out = "fixed";
if (§filler > 10) {
    if (§filler % 5 == 2) {
        §out = §in;
    } else {
        §out = "other";
    }
}
== helper with two answers
String §out = new §type().answer(§in, "b");
-- members
static class §type {
    String answer(String v, String which) {
        if ("a".equals(which)) return "fixed";
        return v;
    }
}
== anonymous class
§type §value = new §type() {
    public String work(String v) {
        return v.concat("");
    }
};
String §out = §value.work(§in);
-- members
interface §type {
    String work(String v);
}
== array in an array
String[][] §list = new String[2][2];
§list[0][0] = "fixed";
§list[1][0] = §in;
String §out = §list[1][0];
== chars of a constant choose
String §out;
switch ("XYZ".charAt(2)) {
    case 'X':
        §out = "fixed";
        break;
    case 'Z':
        §out = §in;
        break;
    default:
        §out = "none";
}
`);

/** And each of them with the data at another place. */
export const javaNestedSafeFlows = readForms(`
== list in a map
Map<String, List<String>> §map = new HashMap<>();
List<String> §list = new ArrayList<>();
§list.add("fixed");
§list.add(§in);
§map.put("kept", §list);
String §out = §map.get("kept").get(0);
-- imports java.util.Map java.util.HashMap java.util.List java.util.ArrayList
== position after two changes
List<String> §list = new LinkedList<>();
§list.add("one");
§list.add("fixed");
§list.add(§in);
§list.remove(0);
§list.add(0, "zero");
String §out = §list.get(1);
-- imports java.util.List java.util.LinkedList
== conditions in conditions
int §filler = 12;
String §out = "fixed";
if (§filler > 10) {
    if (§filler % 5 == 3) {
        §out = §in;
    } else {
        §out = "other";
    }
}
== helper with two answers
String §out = new §type().answer(§in, "a");
-- members
static class §type {
    String answer(String v, String which) {
        if ("a".equals(which)) return "fixed";
        return v;
    }
}
== anonymous class
§type §value = new §type() {
    public String work(String v) {
        return "fixed";
    }
};
String §out = §value.work(§in);
-- members
interface §type {
    String work(String v);
}
== array in an array
String[][] §list = new String[2][2];
§list[0][0] = "fixed";
§list[1][0] = §in;
String §out = §list[0][0];
== chars of a constant choose
String §out;
switch ("XYZ".charAt(0)) {
    case 'X':
        §out = "fixed";
        break;
    case 'Z':
        §out = §in;
        break;
    default:
        §out = "none";
}
== flag of the class
String §out = §type.ON ? "fixed" : §in;
-- members
static class §type {
    static final boolean ON = 3 * 3 == 9;
}
`);
