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
== string builder
var §value = new StringBuilder(§in);
§value.Append("!");
var §out = §value.ToString();
== builder inserted
var §value = new StringBuilder("tail");
§value.Insert(0, §in);
var §out = §value.ToString();
== list after removal
var §list = new List<string>();
§list.Add("safe");
§list.Add(§in);
§list.RemoveAt(0);
var §out = §list[0];
== stack
var §list = new Stack<string>();
§list.Push("fixed");
§list.Push(§in);
var §out = §list.Pop();
== queue
var §list = new Queue<string>();
§list.Enqueue(§in);
var §out = §list.Dequeue();
== characters
var §list = §in.ToCharArray();
var §out = new string(§list);
== base64
var §value = Convert.ToBase64String(Encoding.UTF8.GetBytes(§in));
var §out = Encoding.UTF8.GetString(Convert.FromBase64String(§value));
== interpolated
var §out = $"{§in}";
== concat
var §out = string.Concat("", §in);
== replaced
var §out = §in.Replace("<", "(");
== substring
var §out = §in.Substring(0, Math.Min(50, §in.Length));
== reader
using var §value = new StringReader(§in);
var §out = §value.ReadLine();
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
== task
var §out = await Task.Run(() => §in);
== where and first
var §out = new[] { §in, "x" }.Where(v => v.Length > 0).First();
== dictionary loop
var §map = new Dictionary<string, string>();
§map["kept"] = §in;
var §out = "";
foreach (var pair in §map)
{
    §out = pair.Value;
}
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
if ((7 * 18) + §filler > 200) §out = §in;
else §out = "never";
== pattern
object §value = §in;
var §out = "";
if (§value is string text)
{
    §out = text;
}
== filled by a method
var §list = new List<string>();
§function(§list, §in);
var §out = §list[0];
-- members
private static void §function(List<string> list, string v)
{
    list.Add(v);
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
