using System;
using System.Collections.Generic;
using Text = System.Text.StringBuilder;
using static System.Math;

namespace Acme.Shop;

[ApiController]
[Route("tour")]
public abstract partial class Tour<T> : Base, IShape, IDisposable where T : class
{
    private const string Prefix = "a" + "b";
    private static int count = 0x1F;
    protected readonly Dictionary<string, List<T>> items = new();
    public string Name { get; set; } = "tour";
    public int Size => count * 2;
    public string Full { get { return Name; } private set { Name = value; } }
    public event EventHandler Changed;
    public delegate string Shout(string text);

    static Tour() { count = 1; }

    public Tour(Store store, int size = 3, params string[] names) : base(size)
    {
        this.store = store;
        Name = names[0] ?? null;
    }

    ~Tour() { Dispose(); }

    [HttpGet("{id}")]
    public async Task<IActionResult> Find([FromRoute] string id, [FromQuery(Name = "p")] int? page, ref int i, out string found)
    {
        var text = "Hello " + id + $"{id.Trim()} and {page:D2}!" + @"c:\x" + 'c';
        string raw = """plain "text" """;
        i++; --i; i += 2; i <<= 1; i = -i; i = ~i; Name ??= id;
        bool both = i > 0 && !(page == null) || id is string s && s.Length > 1 ^ true;
        object chosen = both ? id : (object)page ?? raw;
        var cast = chosen as string; var length = id?.Length ?? 0; var sure = id!;
        var list = new List<string> { "a", id };
        var map = new Dictionary<string, object> { ["k"] = id, { "l", 1 } };
        int[] numbers = { 1, 2, 3 }; var grid = new int[2, 3]; int[] spread = [1, .. numbers];
        var point = new Point(1, 2) { X = 3 }; var anonymous = new { id, Page = page };
        var (a, b) = (1, id); (a, _) = Pair();
        list[0] = list[^1]; map["k"] = numbers[1..2]; this.store.Items[id] = text; point.X = a;
        if (cast is not null and { Length: > 2 }) return Ok(text);
        else if (i == 1) { list.Add(cast); }
        else throw new InvalidOperationException($"no {i}");
        for (int k = 0, n = 3; k < n; k++) { if (k == 1) continue; if (k == 2) break; }
        foreach (var each in list) Use(each);
        foreach (var (key, value) in map) Use(key);
        await foreach (var row in Rows()) Use(row);
        while (true) { do { i--; } while (i > 0); break; }
        switch (id) { case "a": case "b": Use("ab"); break; case string t when t.Length > 1: Use(t); goto default; default: Use(id); break; }
        var kind = i switch { 1 or 2 => "low", > 3 and < 5 => "mid", _ => throw new Exception() };
        try { Parse(id); } catch (FormatException e) when (e.Message != null) { throw; } catch { Use(1); } finally { Close(); }
        using (var file = File.Open(id)) { file.Read(); }
        using var other = new StreamReader(id);
        lock (this) { count++; } checked { i++; } unsafe { }
        Func<string, int> f = x => x.Length; Func<int, int, int> g = (x, y) => { return x + y; }; Action h = delegate { Use(1); };
        Changed += (sender, args) => Use(sender); Changed?.Invoke(this, EventArgs.Empty);
        var query = from item in list where item.Length > 1 orderby item select new { item };
        list.Where(x => x.StartsWith(Prefix)).Select(int.Parse).ToList().ForEach(Use);
        int Local(int x) => x * 2;
        await store.Save(name: id, count: Local(2)); found = nameof(id); var type = typeof(Tour<>); var d = default(int);
        yield return id; yield break;
        return new JsonResult(text);
    }

    protected abstract int Area();
    public static Tour<T> operator +(Tour<T> a, Tour<T> b) => a;
    public T this[string key] { get => items[key][0]; set => items[key] = new() { value }; }
    public override string ToString() => base.ToString() + Name;
    private R Use<R>(R value) { return value; }
}

public record Point(int X, int Y) { public int Sum() => X + Y; }
public struct Size { public int W; }
public enum Color { Red = 1, Green }
public interface IShape { int Area(); string Show() => "shape"; }
public static class Extensions { public static string Loud(this string text) => text.ToUpper(); }
