import { readForms } from '../forms.ts';

/** The same places one level deeper: lists in dictionaries, positions after changes, names of types by another word. */
export const csharpNestedFlows = readForms(`
== list in a dictionary
var §map = new Dictionary<string, List<string>>();
var §list = new List<string>();
§list.Add("first");
§list.Add(§in);
§map["kept"] = §list;
var §out = §map["kept"][1];
== position after two changes
var §list = new List<string>();
§list.Add("one");
§list.Add("two");
§list.Add(§in);
§list.RemoveAt(0);
§list.Insert(0, "zero");
var §out = §list[2];
== conditions in conditions
int §filler = 12;
string §out = "fixed";
if (§filler > 10)
{
    if (§filler % 5 == 2) §out = §in;
    else §out = "other";
}
== property that is computed
var §value = new §type(§in);
string §out = §value.Whole;
-- members
class §type
{
    private readonly string label;
    public §type(string label) { this.label = label; }
    public string Whole { get { return label; } }
}
`);

/** And each of them with the data at another place. */
export const csharpNestedSafeFlows = readForms(`
== list in a dictionary
var §map = new Dictionary<string, List<string>>();
var §list = new List<string>();
§list.Add("fixed");
§list.Add(§in);
§map["kept"] = §list;
var §out = §map["kept"][0];
== position after two changes
var §list = new List<string>();
§list.Add("one");
§list.Add("fixed");
§list.Add(§in);
§list.RemoveAt(0);
§list.Insert(0, "zero");
var §out = §list[1];
== conditions in conditions
int §filler = 12;
string §out = "fixed";
if (§filler > 10)
{
    if (§filler % 5 == 3) §out = §in;
    else §out = "other";
}
== property that is constant
var §value = §in;
string §out = §type.Fixed;
-- members
static class §type
{
    public static string Fixed { get { return "fixed"; } }
}
== empty text
string §out = string.Empty;
if (§in == null) §out = "none";
`);
