import java.util.List;
public class Users extends Base {
  private final String table = "users";
  @GetMapping("/find")
  public String find(@RequestParam String name, int... sizes) throws Exception {
    String sql = "select * from " + table + " where n = '" + name + "'";
    for (int size : sizes) { if (size == 0) break; }
    switch (name) { case "a": return sql; default: throw new Exception(name); }
  }
  static <T> List<T> all(List<T> given) {
    try (var c = open()) { return given.stream().map(x -> x).toList(); }
    catch (RuntimeException e) { return null; }
  }
}
