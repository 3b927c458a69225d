import { readForms } from '../forms.ts';

export const csharpFlows = readForms(`
== local
var §value = §in;
string §out = §value;
== array
var §list = new[] { "first", §in, "last" };
var §out = §list[1];
== array filled
string[] §list = new string[2];
§list[0] = "first";
§list[1] = §in;
var §out = §list[1];
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
== interpolated
var §out = $"{§in}";
== interface
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
        return v;
    }
}
== inherited
§type same = new §type2();
var §out = same.Give(§in);
-- members
private abstract class §type
{
    public string Give(string v) => Pick(v);

    protected abstract string Pick(string v);
}

private class §type2 : §type
{
    protected override string Pick(string v) => v;
}
== generic box
var box = new §type<string>();
box.Held = §in;
var §out = box.Held;
-- members
private class §type<T>
{
    public T Held { get; set; }
}
== local function
string Same(string v)
{
    return v;
}
var §out = Same(§in);
== while loop
var §out = "";
var §filler = 0;
while (§filler < §in.Length)
{
    §out += §in[§filler];
    §filler++;
}
== constant branch
int §filler = 106;
string §out;
if ((9 * 14) + §filler > 200) §out = §in;
else §out = "never";
== pattern
object §value = §in;
var §out = "";
if (§value is string text)
{
    §out = text;
}
== bean of another file
var box = new Support.§type();
box.Label = §in;
var §out = box.Label;
-- other
public class §type
{
    public string Label { get; set; }
}
== finally
var §out = "none";
try
{
    Console.WriteLine("try");
}
finally
{
    §out = §in;
}
`);
