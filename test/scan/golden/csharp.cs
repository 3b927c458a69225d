using System.Data;
namespace Shop {
  public class Users : Base {
    private string table = "users";
    [HttpGet("find")]
    public string Find([FromQuery] string name, params int[] sizes) {
      var sql = $"select * from {table} where n = '{name}'";
      foreach (var size in sizes) { if (size == 0) continue; }
      using (var c = Open()) { return c?.Run(sql) ?? name; }
    }
    public string Title => table.Trim();
  }
}
