import { readForms } from '../forms.ts';

/** Ways through collections, builders, readers and other classes of the library. */
export const csharpLibraryFlows = readForms(`
== trimmed
var §out = §in.Trim().ToLower();
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
== linq
var §out = new[] { §in }.Select(v => v.Trim()).First();
== bytes
var data = Encoding.UTF8.GetBytes(§in);
var §out = Encoding.UTF8.GetString(data);
== split
var §out = §in.Split(',')[0];
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
== concat
var §out = string.Concat("", §in);
== replaced
var §out = §in.Replace("<", "(");
== substring
var §out = §in.Substring(0, Math.Min(50, §in.Length));
== reader
using var §value = new StringReader(§in);
var §out = §value.ReadLine();
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
== filled by a method
var §list = new List<string>();
§function(§list, §in);
var §out = §list[0];
-- members
private static void §function(List<string> list, string v)
{
    list.Add(v);
}
`);
