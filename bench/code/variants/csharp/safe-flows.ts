import { readForms } from '../forms.ts';

export const csharpSafeFlows = readForms(`
== constant
var §value = §in;
var §out = "fixed";
== overwritten
var §out = §in;
§out = "fixed";
== constant branch
var §out = "fixed";
if (9 * 14 + 106 < 200)
{
    §out = §in;
}
== constant variable branch
int §filler = 86;
string §out;
if ((6 * 49) - §filler > 200) §out = "fixed";
else §out = §in;
== constant ternary
int §filler = 106;
var §out = (9 * 14) + §filler > 200 ? "fixed" : §in;
== other key
var §map = new Dictionary<string, string>();
§map["kept"] = §in;
§map["other"] = "fixed";
var §out = §map["other"];
== other element
var §list = new[] { "fixed", §in };
var §out = §list[0];
== removed
var §list = new List<string>();
§list.Add("safe");
§list.Add(§in);
§list.Add("more");
§list.RemoveAt(0);
var §out = §list[1];
== other property
var box = new §type { Label = §in, Note = "fixed" };
var §out = box.Note;
-- members
private class §type
{
    public string Label { get; set; }
    public string Note { get; set; }
}
== number
int number = int.Parse(§in);
var §out = number.ToString();
== tried number
if (!int.TryParse(§in, out var number))
{
    return;
}
var §out = number.ToString();
== allow list
var allowed = new List<string> { "red", "blue" };
if (!allowed.Contains(§in))
{
    return;
}
var §out = §in;
== allow set
if (!Allowed§id.Contains(§in))
{
    throw new ArgumentException("no");
}
var §out = §in;
-- members
private static readonly HashSet<string> Allowed§id = new HashSet<string> { "red", "blue" };
== switch to constants
var §out = §in switch
{
    "a" => "first",
    "b" => "second",
    _ => "none",
};
== switch statement to constants
string §out;
switch (§in)
{
    case "a":
        §out = "first";
        break;
    default:
        §out = "none";
        break;
}
== lookup
var known = new Dictionary<string, string> { ["a"] = "first", ["b"] = "second" };
if (!known.TryGetValue(§in, out var §out))
{
    return;
}
== pattern
if (!Regex.IsMatch(§in, "^[a-z0-9]+$"))
{
    return;
}
var §out = §in;
-- imports System.Text.RegularExpressions
-- not code-injection command-injection deserialization
== ignored argument
var §out = §function(§in);
-- members
private string §function(string v)
{
    if (v.Length > 9) return "long";
    return "short";
}
== ignored elsewhere
var §out = Support.§function(§in);
-- other
internal static string §function(string v)
{
    return "fixed";
}
== overload
var §out = §function(§in);
-- members
private string §function(string v)
{
    return "fixed";
}

private string §function(string v, int times)
{
    return v;
}
== equality
if (§in != "red" && §in != "blue")
{
    return;
}
var §out = §in;
== guid
var §out = Guid.Parse(§in).ToString();
== list cleared
var §list = new List<string>();
§list.Add(§in);
§list.Clear();
§list.Add("fixed");
var §out = §list[0];
== entry overwritten
var §map = new Dictionary<string, string>();
§map["kept"] = §in;
§map["kept"] = "fixed";
var §out = §map["kept"];
== stack
var §list = new Stack<string>();
§list.Push(§in);
§list.Push("fixed");
var §out = §list.Pop();
== constant switch
string §out;
var guess = "ABC";
switch (guess[1])
{
    case 'A':
        §out = §in;
        break;
    default:
        §out = "fixed";
        break;
}
== enumeration
var §out = Enum.Parse<DayOfWeek>(§in).ToString();
== chosen by index
var known = new[] { "red", "blue" };
var §out = known[int.Parse(§in)];
== boolean
var flag = bool.Parse(§in);
var §out = flag ? "on" : "off";
== checked by a method
if (!§function(§in))
{
    return;
}
var §out = §in;
-- members
private static bool §function(string v)
{
    return v == "red" || v == "blue";
}
== constant of another file
var §out = Support.NAME_§id;
-- other
public const string NAME_§id = "fixed";
== found among the known
var §out = "none";
foreach (var known in new[] { "red", "blue" })
{
    if (known == §in)
    {
        §out = known;
    }
}
== implementation ignores it
I§type same = new §type();
var §out = same.Give(§in);
-- members
private interface I§type
{
    string Give(string v);
}

private class §type : I§type
{
    public string Give(string v)
    {
        return "fixed";
    }
}
`);
