using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Mvc;

namespace Flows;

/// How data goes through a program: checks, collections, builders, lambdas, classes and what they leave behind.
public record Pair(string Left, string Right = "fixed");

public abstract class Store
{
    protected readonly string Root = "/srv";
    public string Name { get; set; } = "none";
    public static int Count;
    protected Store(string name) { Name = name; Count++; }
    public virtual string Place => Root + "/" + Name;
    public abstract string Read();
    public string this[string key] { get => Name + key; set => Name = value; }
    public static implicit operator string(Store store) => store.Name;
}

public sealed class FileStore : Store
{
    private readonly List<string> log = new();
    public FileStore(string name) : base(name) { }
    public override string Read() { log.Add(Name); return File.ReadAllText(Place); }
    public FileStore Rename(string name) { Name = name; return this; }
}

public static class Texts
{
    public static string Shout(this string text, int times = 1) => text.ToUpper() + new string('!', times);
    public static bool IsWord(string text) => Regex.IsMatch(text, "^[a-z]+$");
}

[Route("flows")]
public class FlowsController : Controller
{
    private static readonly HashSet<string> Allowed = new() { "asc", "desc" };
    private static readonly Dictionary<string, string> Table = new() { ["a"] = "users", ["b"] = "orders" };
    private string last = "none";

    [HttpGet("checks/{id:int}")]
    public IActionResult Checks(int id, [FromQuery] string name, string order = "asc")
    {
        if (!Allowed.Contains(order)) return BadRequest();
        db.ExecuteSqlRaw("select 1 order by " + order);
        if (Texts.IsWord(name)) Process.Start("sh", "-c " + name);
        else Process.Start("sh", $"-c {name}");
        if (!int.TryParse(Request.Query["n"], out var number)) throw new ArgumentException(name);
        var full = Path.GetFullPath(Path.Combine("/srv", name));
        if (!full.StartsWith("/srv/", StringComparison.Ordinal)) return NotFound();
        var text = System.IO.File.ReadAllText(full);
        System.IO.File.Delete("/srv/" + Path.GetFileName(name));
        if (Table.TryGetValue(name, out var column)) db.ExecuteSqlRaw($"select {column} {id} {number}");
        switch (name)
        {
            case "one": case "two":
                Process.Start(name);
                break;
            case { Length: > 9 }:
            default:
                Process.Start(name);
                break;
        }
        var kind = order switch { "asc" => "up", "desc" when name != null => "down", _ => name };
        Process.Start(kind);
        if (name is string s and not "fixed") Process.Start(s);
        return Content("<p>" + name + text + "</p>", "text/html");
    }

    [HttpPost]
    public async Task<IActionResult> Collections([FromBody] Dictionary<string, string> body)
    {
        var list = new List<string> { "first", body["a"] };
        list.Add(Request.Form["b"]);
        list.Insert(0, "zero");
        list.RemoveAt(2);
        list.AddRange(new[] { "x", "y" });
        var map = new Dictionary<string, string>(body) { ["l"] = "fixed" };
        map["m"] = Request.Form["m"];
        map.Remove("a");
        foreach (var (key, value) in map) Process.Start(key, value);
        foreach (var pair in map) last = pair.Value;
        var parts = body["parts"].Split(',');
        var joined = string.Join(" ", parts.Where(part => part.Length > 0).Select(part => part.Trim()).OrderBy(part => part));
        var query = from part in parts where part != "" select part + "!";
        var builder = new StringBuilder("ls ");
        builder.Append(joined).AppendFormat("{0} {1:D3}", parts[0], 3).Replace("x", "y");
        Process.Start("sh", builder.ToString());
        Process.Start("sh", string.Format("-c {0} {1}", map["l"], query.First()));
        Process.Start("sh", list[0] + list.Last() + last);
        string[] array = { parts[^1], "fixed" };
        Process.Start(array[1], array[0]);
        var (left, right) = new Pair(body["pair"]);
        Process.Start(left);
        var (a, b) = ("fixed", body["t"]);
        (a, b) = (b, a);
        Process.Start(a);
        Process.Start(b);
        var all = await Task.WhenAll(Task.FromResult(body["task"]));
        Process.Start(all[0]);
        var anonymous = new { A = body["anon"], B = "fixed" };
        Process.Start(anonymous.A);
        Process.Start(anonymous.B);
        return Ok(list?.Count ?? 0);
    }

    public IActionResult Objects(string name)
    {
        var store = new FileStore(name);
        store.Read();
        store.Rename("fixed").Read();
        store["key"] = name;
        Process.Start(store["key"]);
        Process.Start(new FileStore("a") { Name = name }.Name);
        Func<string, string> twice = text => text + text;
        Action<string> run = command => Process.Start(command);
        run(twice(name).Shout(times: 2));
        string Local(string text, params string[] more) => more.Length > 0 ? more[0] : text;
        Process.Start(Local("a", name));
        Change(ref last, name);
        Process.Start(last);
        Fill(out var filled);
        Process.Start(filled);
        var state = "start";
        do { state = state == "start" ? name : "end"; } while (state != "end");
        Process.Start(state);
        for (int i = 0, n = 3; i < n; i++) { if (i == 1) continue; last += i; }
        try { using var file = System.IO.File.OpenRead(name); last = file.Name; }
        catch (IOException error) when (error.Message != "") { return Content(error.Message); }
        finally { last = "safe"; }
        Process.Start(last);
        foreach (var each in Each(name)) Process.Start(each);
        object any = name;
        Process.Start((string)any + (any as string) + $@"\{name}" + nameof(name) + typeof(Store));
        lock (store) { last = store; }
        return Redirect(Url.IsLocalUrl(name) ? name : "/");
    }

    private static void Change(ref string text, string by) { text += by; }
    private static void Fill(out string text) { text = "fixed"; }
    private static IEnumerable<string> Each(string value) { yield return value; yield break; }
}
