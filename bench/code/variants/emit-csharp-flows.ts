import { readForms } from './forms.ts';

export const csharpFlows = readForms(`
== local
var §value = §in;
string §out = §value;
== trimmed
var §out = §in.Trim().ToLower();
== array
var §list = new[] { "first", §in, "last" };
var §out = §list[1];
== array filled
string[] §list = new string[2];
§list[0] = "first";
§list[1] = §in;
var §out = §list[1];
== list
var §list = new List<string>();
§list.Add("one");
§list.Add(§in);
var §out = §list[1];
== list initialised
var §list = new List<string> { "first", §in };
var §out = §list.Last();
== list loop
var §list = new List<string> { §in, "x" };
var §out = "";
foreach (var each in §list)
{
    §out += each;
}
== dictionary
var §map = new Dictionary<string, string>();
§map["kept"] = §in;
§map.Add("other", "fixed");
var §out = §map["kept"];
== dictionary initialised
var §map = new Dictionary<string, string> { ["kept"] = §in, ["other"] = "fixed" };
§map.TryGetValue("kept", out var §out);
== property
var box = new §type { Label = §in, Note = "note" };
var §out = box.Label;
-- members
private class §type
{
    public string Label { get; set; }
    public string Note { get; set; }
}
== setter and getter
var box = new §type();
box.SetLabel(§in);
var §out = box.GetLabel();
-- members
private class §type
{
    private string label;

    public void SetLabel(string v)
    {
        label = v;
    }

    public string GetLabel()
    {
        return label;
    }
}
== constructor
var box = new §type(§in);
var §out = box.Label;
-- members
private class §type
{
    public string Label { get; }

    public §type(string label)
    {
        Label = label;
    }
}
== record
var box = new §type(§in, "note");
var §out = box.Label;
-- members
private record §type(string Label, string Note);
== call
var §out = §function(§in);
-- members
private string §function(string v)
{
    return "" + v;
}
== expression body
var §out = §function(§in);
-- members
private static string §function(string v) => §function2(v);

private static string §function2(string v) => v;
== overload
var §out = §function(§in, 3);
-- members
private string §function(string v)
{
    return "fixed";
}

private string §function(string v, int times)
{
    return v;
}
== out parameter
§function(§in, out var §out);
-- members
private static void §function(string v, out string to)
{
    to = v;
}
== other file
var §out = Support.§function(§in);
-- other
internal static string §function(string v)
{
    return v;
}
== lambda
Func<string, string> same = v => v + "";
var §out = same(§in);
== linq
var §out = new[] { §in }.Select(v => v.Trim()).First();
== tuple
var (one, §out) = ("fixed", §in);
== switch
string §out;
switch (Request.Method)
{
    case "GET":
        §out = §in;
        break;
    default:
        §out = "none";
        break;
}
== switch expression
var §out = Request.Method switch
{
    "GET" => §in,
    _ => "none",
};
== condition
var §out = "none";
if (Request.ContentLength > 3)
{
    §out = §in;
}
== ternary
var §out = Request.IsHttps ? §in : "none";
== bytes
var data = Encoding.UTF8.GetBytes(§in);
var §out = Encoding.UTF8.GetString(data);
== split
var §out = §in.Split(',')[0];
== try
string §out;
try
{
    §out = Uri.UnescapeDataString(§in);
}
catch (Exception)
{
    §out = "none";
}
== field of the class
this.§value = §in;
var §out = this.§value;
-- members
private string §value;
== null handling
var §out = §in ?? "none";
`);
