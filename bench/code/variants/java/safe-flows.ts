import { readForms } from '../forms.ts';

/** Ways on which the data is left behind. */
export const javaSafeFlows = readForms(`
== constant
String §value = §in;
String §out = "fixed";
== overwritten
String §out = §in;
§out = "fixed";
== constant branch
String §out = "fixed";
if (9 * 14 + 106 < 200) {
    §out = §in;
}
== constant variable branch
int §filler = 86;
String §out;
if ((6 * 49) - §filler > 200) §out = "fixed";
else §out = §in;
== constant ternary
int §filler = 106;
String §out = (9 * 14) + §filler > 200 ? "fixed" : §in;
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
== map overwritten variable
HashMap<String, Object> §map = new HashMap<>();
§map.put("one", "fixed");
§map.put("two", §in);
String §out = (String) §map.get("two");
§out = (String) §map.get("one");
-- imports java.util.HashMap
== map entry overwritten
Map<String, String> §map = new HashMap<>();
§map.put("kept", §in);
§map.put("kept", "fixed");
String §out = §map.get("kept");
-- imports java.util.HashMap java.util.Map
== list item replaced
List<String> §list = new ArrayList<>();
§list.add(§in);
§list.set(0, "fixed");
String §out = §list.get(0);
-- imports java.util.ArrayList java.util.List
== list cleared
List<String> §list = new ArrayList<>();
§list.add(§in);
§list.clear();
§list.add("fixed");
String §out = §list.get(0);
-- imports java.util.ArrayList java.util.List
== inner class with a condition
String §out = new §type().§function(§in);
-- members
private class §type {
    String §function(String v) {
        String result;
        int number = 86;
        if ((6 * 49) - number > 200) result = "fixed";
        else result = v;
        return result;
    }
}
== inner class with a ternary
String §out = new §type().§function(request, §in);
-- members
private class §type {
    public String §function(HttpServletRequest request, String v) {
        int number = 106;
        return (9 * 14) + number > 200 ? "fixed" : v;
    }
}
== inner class with a list
String §out = new §type().§function(§in);
-- members
private class §type {
    String §function(String v) {
        String result = "none";
        if (v != null) {
            List<String> parts = new ArrayList<String>();
            parts.add("one");
            parts.add(v);
            parts.add("two");
            parts.remove(0);
            result = parts.get(1);
        }
        return result;
    }
}
-- imports java.util.ArrayList java.util.List
== inner class with a map
String §out = new §type().§function(§in);
-- members
private class §type {
    String §function(String v) {
        HashMap<String, Object> parts = new HashMap<String, Object>();
        parts.put("one", "first");
        parts.put("two", v);
        parts.put("three", "another");
        String result = (String) parts.get("two");
        result = (String) parts.get("one");
        return result;
    }
}
-- imports java.util.HashMap
== constant of another file
String §out = Support.NAME_§id;
-- other
static final String NAME_§id = "fixed";
== other attribute
request.setAttribute("kept", §in);
request.setAttribute("other", "fixed");
String §out = (String) request.getAttribute("other");
== other property key
Properties §map = new Properties();
§map.setProperty("kept", §in);
§map.setProperty("other", "fixed");
String §out = §map.getProperty("other");
-- imports java.util.Properties
== constant loop
String §out = "fixed";
for (int i = 0; i < 0; i++) {
    §out = §in;
}
== builder of constants
StringBuilder §value = new StringBuilder("fixed");
if (§in != null) §value.append("!");
String §out = §value.toString();
== constant text compared
String mode = "safe";
String §out;
if (mode.equals("open")) {
    §out = §in;
} else {
    §out = "fixed";
}
== not the request
String §out = new §type(request).theValue("q");
-- members
static class §type {
    private final HttpServletRequest request;

    §type(HttpServletRequest request) {
        this.request = request;
    }

    String theParameter(String name) {
        return request.getParameter(name);
    }

    String theValue(String name) {
        return "fixed";
    }
}
== stack
Deque<String> §list = new ArrayDeque<>();
§list.push(§in);
§list.push("fixed");
String §out = §list.pop();
-- imports java.util.Deque java.util.ArrayDeque
`);
