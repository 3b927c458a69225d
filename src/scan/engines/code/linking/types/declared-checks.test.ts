import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** How many statements of SQL are reported in a few files, at medium and worse. */
async function reported(files: Record<string, string>): Promise<number> {
  const findings = await findingsIn(files);
  return findings.filter(({ ruleId, severity }) => /sql-injection/.test(ruleId) && severity !== 'low').length;
}

const javaSql = (parameter: string, value: string, field = '@Pattern(regexp = "[a-z_]+")', more = '') => ({
  'dto/Sort.java': `package dto;\nimport javax.validation.constraints.Pattern;\n${more.startsWith('public') ? '' : '@Data '}public class Sort {\n  ${field} private String column;\n  private String free;\n  private Sort inner;\n  ${more}\n}\n`,
  'dto/Item.java':
    'package dto;\nimport jakarta.validation.constraints.Pattern;\npublic record Item(@Pattern(regexp = "asc|desc") String direction, String label) {}\n',
  'web/Sorts.java': `package web;\nimport dto.*;\nimport org.springframework.jdbc.core.JdbcTemplate;\nimport org.springframework.web.bind.annotation.*;\n@RestController public class Sorts {\n  private JdbcTemplate jdbc;\n  @PostMapping("/s") public void sort(${parameter}) {\n    jdbc.execute("select * from t order by " + ${value});\n  }\n}\n`,
});

test.each([
  ['@Valid @RequestBody Sort s', 's.getColumn()', 0],
  ['@Validated @RequestBody Sort s', 's.getColumn()', 0],
  ['@Valid @RequestBody Item s', 's.direction()', 0],
  ['@RequestBody Sort s', 's.getColumn()', 1],
  ['@RequestBody Item s', 's.direction()', 1],
  ['@Valid @RequestBody Sort s', 's.getFree()', 1],
  ['@Valid @RequestBody Item s', 's.label()', 1],
  ['@Valid @RequestBody Sort s', 's.getColumn() + s.getFree()', 1],
  // The field of the object inside does not ask for it.
  ['@Valid @RequestBody Sort s', 's.getInner().getColumn()', 1],
])('Java: of (%s) %s is reported %i times', async (parameter, value, count) => {
  expect(await reported(javaSql(parameter, value))).toBe(count);
});

test.each([
  ['@Pattern(regexp = "[a-z]+", message = "no")', 0],
  ['@NotNull @Pattern(regexp = "^[a-z]{1,20}$")', 0],
  ['@Pattern(regexp = ".*[a-z].*")', 1],
  ['@Pattern(regexp = Names.PATTERN)', 1],
  ['@Pattern(regexp = "[a-z(")', 1],
  ['@Size(max = 20)', 1],
])('Java: a field with %s is reported %i times', async (field, count) => {
  expect(await reported(javaSql('@Valid @RequestBody Sort s', 's.getColumn()', field))).toBe(count);
});

test('Java: a method that gives the field, and one that is only called so', async () => {
  const sql = (body: string) =>
    javaSql(
      '@Valid @RequestBody Sort s',
      's.getColumn()',
      undefined,
      `public String getColumn() { ${body} }`,
    );
  expect(await reported(sql('return column;'))).toBe(0);
  expect(await reported(sql('return this.column;'))).toBe(0);
  expect(await reported(sql('return free;'))).toBe(1);
  expect(await reported(sql('return column + free;'))).toBe(1);
});

const javaParameter = (head: string, parameter: string, route = '/s') =>
  `import org.springframework.jdbc.core.JdbcTemplate;\nimport org.springframework.web.bind.annotation.*;\n@RestController ${head} public class Sorts {\n  private JdbcTemplate jdbc;\n  @GetMapping("${route}") public void sort(${parameter}) {\n    jdbc.execute("select * from t order by " + x);\n  }\n}\n`;

test.each([
  ['@Validated', '@Pattern(regexp = "[a-z]+") @RequestParam String x', '/s', 0],
  ['', '@Pattern(regexp = "[a-z]+") @RequestParam String x', '/s', 1],
  ['@Validated', '@RequestParam String x', '/s', 1],
  ['', '@PathVariable String x', '/s/{x:[a-z]+}', 0],
  ['', '@PathVariable String x', '/s/{x:\\\\d+}/more', 0],
  ['', '@PathVariable("y") String x', '/s/{y:[0-9]{1,4}}', 0],
  ['', '@PathVariable("y") String x', '/s/{x:[0-9]+}/{y}', 1],
  ['', '@PathVariable String x', '/s/{x:.+}', 1],
  ['', '@PathVariable String x', '/s/{x}', 1],
  ['', '@RequestParam String x', '/s/{x:[a-z]+}', 1],
])('Java: "%s" with %s of the route %s is reported %i times', async (head, parameter, route, count) => {
  expect(await reported({ 'Sorts.java': javaParameter(head, parameter, route) })).toBe(count);
});

const csharpSql = (head: string, check: string, value: string) => ({
  'Order.cs':
    'using System.ComponentModel.DataAnnotations;\nnamespace Shop;\npublic class Line { [RegularExpression("[a-z]+")] public string Code { get; set; } }\npublic class Order {\n  [RegularExpression("^[a-z]+$")] public string Column { get; set; }\n  [RegularExpression(@".*\\d.*")] public string Loose { get; set; }\n  [AllowedValues("asc", "desc")] public string Dir { get; set; }\n  public string Free { get; set; }\n  public Line Line { get; set; }\n}\n',
  'Orders.cs': `using Dapper;\nusing Microsoft.AspNetCore.Mvc;\nusing System.Data.SqlClient;\nnamespace Shop;\n${head} public class OrdersController : Controller {\n  private readonly SqlConnection db;\n  [HttpPost] public IActionResult Add(Order order) {\n    ${check}\n    db.Query("select * from t order by " + ${value});\n    return Ok();\n  }\n}\n`,
});

test.each([
  ['[ApiController]', '', 'order.Column', 0],
  ['[ApiController]', '', 'order.Dir', 0],
  ['[ApiController]', '', 'order.Line.Code', 0],
  ['[ApiController]', '', 'order.Loose', 1],
  ['[ApiController]', '', 'order.Free', 1],
  ['', '', 'order.Column', 1],
  ['', 'if (!ModelState.IsValid) return View(order);', 'order.Column', 0],
  ['', 'if (!ModelState.IsValid) return View(order);', 'order.Free', 1],
  ['', 'if (ModelState.IsValid) return View(order);', 'order.Column', 1],
  ['', 'if (!ModelState.IsValid) Log(order);', 'order.Column', 1],
])('C#: "%s" with "%s": %s is reported %i times', async (head, check, value, count) => {
  expect(await reported(csharpSql(head, check, value))).toBe(count);
});

test('C#: what a route asks of a part of the path', async () => {
  const action = (route: string) =>
    `using Dapper;\nusing Microsoft.AspNetCore.Mvc;\nusing System.Data.SqlClient;\n[ApiController] public class A : ControllerBase {\n  SqlConnection db;\n  [HttpGet("${route}")] public IActionResult Get(string x) {\n    db.Query("select * from t where x = " + x);\n    return Ok();\n  }\n}\n`;
  const plain = (route: string) =>
    `using Dapper;\nusing System.Data.SqlClient;\nvar app = WebApplication.CreateBuilder(args).Build();\napp.MapGet("${route}", (string x, SqlConnection db) => db.Query("select * from t where x = " + x));\n`;
  for (const program of [action, plain]) {
    expect(await reported({ 'A.cs': program('/a/{x:int}') })).toBe(0);
    expect(await reported({ 'A.cs': program('/a/{x:length(3)}') })).toBe(1);
    expect(await reported({ 'A.cs': program('/a/{x}/{y:int}') })).toBe(1);
  }
});

const goSql = (check: string, value: string) => ({
  'models/order.go':
    'package models\n\ntype Line struct {\n\tCode string `binding:"numeric"`\n}\n\ntype Order struct {\n\tSort string `json:"sort" binding:"required,oneof=name date"`\n\tSlug string `validate:"omitempty,alphanum" json:"slug"`\n\tMail string `binding:"email" validate:"email|url"`\n\tTags []string `binding:"dive,alphanum"`\n\tLine Line\n}\n',
  'api/orders.go': `package api\n\nimport (\n\t"database/sql"\n\n\t"example.com/shop/models"\n\t"github.com/gin-gonic/gin"\n\t"github.com/go-playground/validator/v10"\n)\n\nvar db *sql.DB\nvar check = validator.New()\n\nfunc Add(c *gin.Context) {\n\tvar order models.Order\n\t${check}\n\tdb.Query("select * from t order by " + ${value})\n}\n`,
});
const bound = 'if err := c.ShouldBindJSON(&order); err != nil {\n\t\treturn\n\t}';
const checked = `${bound}\n\tif err := check.Struct(order); err != nil {\n\t\treturn\n\t}`;

test.each([
  ['bound', bound, 'order.Sort', 0],
  ['bound', bound, 'order.Line.Code', 0],
  ['bound', bound, 'order.Slug', 1],
  ['bound', bound, 'order.Mail', 1],
  ['bound', bound, 'order.Tags[0]', 1],
  ['bound, and its error ignored', 'c.ShouldBindJSON(&order)', 'order.Sort', 1],
  ['checked', checked, 'order.Slug', 0],
  ['checked', checked, 'order.Mail', 1],
])('Go: what is %s; %#', async (_, check, value, count) => {
  expect(await reported(goSql(check, value))).toBe(count);
});

test('Go: what a route asks of a part of the path, where the function is handed to it', async () => {
  const program = (route: string, value: string) =>
    `package api\n\nimport (\n\t"database/sql"\n\t"net/http"\n\n\t"github.com/go-chi/chi/v5"\n\t"github.com/gorilla/mux"\n)\n\nvar db *sql.DB\n\nfunc Routes(r *mux.Router, c chi.Router) {\n\tr.HandleFunc("${route}", func(w http.ResponseWriter, q *http.Request) {\n\t\tdb.Query("select * from t where x = " + ${value})\n\t})\n}\n`;
  for (const value of ['mux.Vars(q)["id"]', 'chi.URLParam(q, "id")']) {
    expect(await reported({ 'a.go': program('/o/{id:[0-9]+}', value) })).toBe(0);
    expect(await reported({ 'a.go': program('/o/{id}', value) })).toBe(1);
    expect(await reported({ 'a.go': program('/o/{other:[0-9]+}', value) })).toBe(1);
  }
});
