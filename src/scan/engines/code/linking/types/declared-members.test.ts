import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';
import type { FileFacts, TypeFact } from '../../domain/facts.ts';
import { DeclaredMembers } from './declared-members.ts';

/** How many statements of SQL are reported in a few files, at medium and worse. */
async function reported(files: Record<string, string>): Promise<number> {
  const findings = await findingsIn(files);
  return findings.filter(({ ruleId, severity }) => /sql-injection/.test(ruleId) && severity !== 'low').length;
}

const javaTypes = {
  'dto/Status.java': 'package dto;\npublic enum Status { OPEN, CLOSED }\n',
  'dto/Base.java':
    'package dto;\n@Data public class Base { private Integer tenant; private String region; }\n',
  'dto/Line.java': 'package dto;\npublic record Line(long id, String label) {}\n',
  'dto/Order.java':
    'package dto;\nimport java.util.*;\n@Data public class Order extends Base {\n  private long id;\n  private Status status;\n  private UUID token;\n  private String name;\n  private List<Long> ids;\n  private List<String> tags;\n  private Line line;\n  private List<Line> lines;\n  public int count;\n  public String note;\n  private long raw;\n  public String getRaw() { return name; }\n  public Status current(String text) { return status; }\n}\n',
};
const javaUse = (read: string) => ({
  ...javaTypes,
  'web/Orders.java': `package web;\nimport dto.*;\nimport org.springframework.jdbc.core.JdbcTemplate;\nimport org.springframework.web.bind.annotation.*;\n@RestController public class Orders {\n  private JdbcTemplate jdbc;\n  @PostMapping("/o") public void add(@RequestBody Order order, @RequestParam String text, @RequestParam Status given) {\n    ${read}\n  }\n}\n`,
});
const javaSql = (value: string) => javaUse(`jdbc.execute("select * from t where x = '" + ${value} + "'");`);

test.each([
  ['order.getId()', 0],
  ['order.getStatus()', 0],
  ['order.getStatus().name()', 0],
  ['order.getToken().toString()', 0],
  ['order.getTenant()', 0],
  ['order.getLine().id()', 0],
  ['order.getLines().get(0).id()', 0],
  ['order.getIds().get(0)', 0],
  ['order.count', 0],
  ['order.getId() + order.getStatus()', 0],
  ['given', 0],
  ['Status.valueOf(text)', 0],
  ['Status.valueOf(text).name()', 0],
  ['order.current(text)', 0],
  ['order.getName()', 1],
  ['order.getRegion()', 1],
  ['order.getLine().label()', 1],
  ['order.getLines().get(0).label()', 1],
  ['order.getTags().get(0)', 1],
  ['order.note', 1],
  ['order.getRaw()', 1],
  ['order.getId() + order.getName()', 1],
  ['order.getStatus().name().replace("O", text)', 1],
  ['text', 1],
])('Java: %s is reported %i times', async (value, count) => {
  expect(await reported(javaSql(value))).toBe(count);
});

test('Java: types of the elements of lists', async () => {
  const loop = (type: string, list: string, value: string) =>
    javaUse(`for (${type} each : ${list}) jdbc.execute("select * from t where x = '" + ${value} + "'");`);
  expect(await reported(loop('Long', 'order.getIds()', 'each'))).toBe(0);
  expect(await reported(loop('Line', 'order.getLines()', 'each.id()'))).toBe(0);
  expect(await reported(loop('Line', 'order.getLines()', 'each.label()'))).toBe(1);
  expect(await reported(loop('String', 'order.getTags()', 'each'))).toBe(1);
});

test('Java: of several classes of one name all that have the member must agree', async () => {
  const other = (type: string) => ({
    'old/Order.java': `package old;\npublic class Order { public ${type} count; }\n`,
  });
  expect(await reported({ ...javaSql('order.count'), ...other('long') })).toBe(0);
  expect(await reported({ ...javaSql('order.count'), ...other('String') })).toBe(1);
  const apart = { 'old/Order.java': 'package old;\npublic class Order { public String other; }\n' };
  expect(await reported({ ...javaSql('order.count'), ...apart })).toBe(0);
});

const csharpTypes = {
  'Status.cs': 'namespace Shop;\npublic enum Status { Open, Closed }\n',
  'Base.cs':
    'namespace Shop;\npublic class Base { public int Tenant { get; set; } public string Region { get; set; } }\n',
  'Order.cs':
    'using System;\nusing System.Collections.Generic;\nnamespace Shop {\n  public record Line(long Id, string Label);\n  public class Order : Base {\n    public long Id { get; set; }\n    public Status Status { get; set; }\n    public Guid? Token { get; init; }\n    public string Name { get; set; }\n    public List<int> Ids { get; set; }\n    public List<string> Tags { get; set; }\n    public Line Line { get; set; }\n  }\n}\n',
};
const csharpSql = (value: string) => ({
  ...csharpTypes,
  'Orders.cs': `using Dapper;\nusing Microsoft.AspNetCore.Mvc;\nusing System.Data.SqlClient;\nnamespace Shop;\n[ApiController] public class OrdersController : ControllerBase {\n  private readonly SqlConnection db;\n  [HttpPost] public IActionResult Add([FromBody] Order order, Status given) {\n    db.Query("select * from t where x = '" + ${value} + "'");\n    return Ok();\n  }\n}\n`,
});

test.each([
  ['order.Id', 0],
  ['order.Status', 0],
  ['order.Status.ToString()', 0],
  ['order.Token.Value', 0],
  ['order.Tenant', 0],
  ['order.Line.Id', 0],
  ['string.Join(",", order.Ids)', 0],
  ['given', 0],
  ['order.Name', 1],
  ['order.Region', 1],
  ['order.Line.Label', 1],
  ['string.Join(",", order.Tags)', 1],
])('C#: %s is reported %i times', async (value, count) => {
  expect(await reported(csharpSql(value))).toBe(count);
});

const rustSql = (parameter: string, value: string) => ({
  'src/orders.rs':
    'use serde::Deserialize;\n#[derive(Deserialize)]\npub enum Status { Open, Closed }\npub enum Filter { All, Named(String) }\npub struct OrderId(pub i64);\npub struct Label(pub String);\npub struct Line { pub id: u64, pub label: String }\npub struct Order { pub id: OrderId, pub label: Label, pub status: Status, pub filter: Filter, pub token: Option<Uuid>, pub since: DateTime<Utc>, pub name: String, pub ids: Vec<i64>, pub bytes: Vec<u8>, pub line: Line }\n',
  'src/web.rs': `use axum::extract::{Json, Path, Query};\nuse crate::orders::Order;\nasync fn find(${parameter}, pool: PgPool) -> Response {\n    let sql = format!("select * from t where x = '{}'", ${value});\n    sqlx::query(&sql).fetch_all(&pool).await\n}\n`,
});

test.each([
  ['Query(order): Query<Order>', 'order.status', 0],
  ['Query(order): Query<Order>', 'order.token.unwrap()', 0],
  ['Json(order): Json<Order>', 'order.since', 0],
  ['Json(order): Json<Order>', 'order.id.0', 0],
  ['order: web::Json<Order>', 'order.line.id', 0],
  ['Path((name, id)): Path<(String, i64)>', 'id', 0],
  ['Query(order): Query<Order>', 'order.name', 1],
  ['Query(order): Query<Order>', 'order.filter', 1],
  ['Json(order): Json<Order>', 'order.label.0', 1],
  ['Json(order): Json<Order>', 'order.bytes', 1],
  ['order: web::Json<Order>', 'order.line.label', 1],
  ['Path((name, id)): Path<(String, i64)>', 'name', 1],
  ['Query(order): Query<Unknown>', 'order.status', 1],
])('Rust: of (%s) %s is reported %i times', async (parameter, value, count) => {
  expect(await reported(rustSql(parameter, value))).toBe(count);
});

const kotlinSql = (value: string) => ({
  'Models.kt':
    'package shop\nimport java.util.UUID\nenum class Level { LOW, HIGH }\ndata class Line(val n: Int, val text: String)\ndata class Order(val id: Long, val level: Level, val ref: UUID?, val name: String, val ids: List<Int>, val line: Line)\n',
  'Routes.kt': `package shop\nimport io.ktor.server.application.*\nimport io.ktor.server.request.*\nimport io.ktor.server.routing.*\nimport java.sql.Connection\nfun Route.orders(c: Connection) {\n  post("/o") {\n    val order = call.receive<Order>()\n    c.createStatement().executeQuery("select * from t where x = '\${${value}}'")\n  }\n}\n`,
});

test.each([
  ['order.id', 0],
  ['order.level', 0],
  ['order.level.name', 0],
  ['order.ref', 0],
  ['order.line.n', 0],
  ['order.ids.joinToString(",")', 0],
  ['order.name', 1],
  ['order.line.text', 1],
])('Kotlin: %s is reported %i times', async (value, count) => {
  expect(await reported(kotlinSql(value))).toBe(count);
});

const goSql = (value: string) => ({
  'models/order.go':
    'package models\n\nimport "github.com/google/uuid"\n\ntype Status int\n\ntype Label string\n\ntype Base struct {\n\tTenant int\n\tRegion string\n}\n\ntype Line struct {\n\tNumber uint64\n\tText string\n}\n\ntype Order struct {\n\tBase\n\tID int64\n\tState Status\n\tKind Label\n\tRef uuid.UUID\n\tName string\n\tLine Line\n\tLines []Line\n\tPrice *float64\n}\n',
  'models/status.go': 'package models\n\nfunc (s Status) String() string { return "x" }\n',
  'api/orders.go': `package api\n\nimport (\n\t"database/sql"\n\t"encoding/json"\n\t"fmt"\n\t"net/http"\n\n\t"example.com/shop/models"\n)\n\nvar db *sql.DB\n\nfunc Add(w http.ResponseWriter, r *http.Request) {\n\tvar order models.Order\n\tif err := json.NewDecoder(r.Body).Decode(&order); err != nil {\n\t\treturn\n\t}\n\tdb.Query(fmt.Sprintf("select * from t where x = '%v'", ${value}))\n}\n`,
});

test.each([
  ['order.ID', 0],
  ['order.State', 0],
  ['order.Ref', 0],
  ['order.Ref.String()', 0],
  ['order.Tenant', 0],
  ['order.Line.Number', 0],
  ['order.Lines[0].Number', 0],
  ['*order.Price', 0],
  ['order.Name', 1],
  ['order.Kind', 1],
  ['order.Region', 1],
  ['order.Line.Text', 1],
  ['order.Lines[0].Text', 1],
])('Go: %s is reported %i times', async (value, count) => {
  expect(await reported(goSql(value))).toBe(count);
});

const pythonSql = (base: string, value: string) => ({
  'app/models.py': `from enum import Enum\nfrom uuid import UUID\nfrom pydantic import BaseModel\nclass Kind(str, Enum):\n    a = 'a'\nclass Line(BaseModel):\n    n: int\n    text: str\nclass Order(${base}):\n    id: int\n    kind: Kind\n    name: str\n    ids: list[int]\n    line: Line\n`,
  'app/main.py': `from fastapi import FastAPI\nimport sqlite3\nfrom .models import Order, Kind\napp = FastAPI()\ndb = sqlite3.connect('x')\n@app.post('/o')\ndef add(order: Order, kind: Kind):\n    db.execute(f"select * from t where x = '{${value}}'")\n`,
});

test.each([
  ['BaseModel', 'order.id', 0],
  ['BaseModel', 'order.kind.value', 0],
  ['BaseModel', 'order.line.n', 0],
  ['BaseModel', 'order.ids[0]', 0],
  ['BaseModel', 'kind.value', 0],
  ['BaseModel', 'order.name', 1],
  ['BaseModel', 'order.line.text', 1],
  ['object', 'order.id', 1],
])('Python: of a class that extends %s, %s is reported %i times', async (base, value, count) => {
  expect(await reported(pythonSql(base, value))).toBe(count);
});

test('types that name each other, and ways without an end, lead nowhere', () => {
  const types: TypeFact[] = [
    ['A', 'B', ['B'], [['next', 'A']]],
    ['B', 'A', ['A'], []],
  ];
  const facts = { language: 'java', types } as unknown as FileFacts;
  const members = new DeclaredMembers(
    [{ facts }],
    new Map([['java', { receiver: 'implicit', toldTypes: /^/, candidates: () => [] }]]),
  );
  expect(members.isHarmless('java', ['A', '()'])).toBe(false);
  expect(members.isHarmless('java', ['A', '()', 'missing'])).toBe(false);
  expect(members.isHarmless('java', ['A', '()', ...Array(11).fill('next')])).toBe(false);
  expect(members.isHarmless('java', [])).toBe(false);
});

test('who would have to look at too many types gets no answer', () => {
  const names = Array.from({ length: 30 }, (_, i) => `T${i}`);
  const types = names.map((name): TypeFact => [name, '', names, []]);
  types.push(['Base', '', [], [['id', '#']]], ['T29', '', ['Base'], []]);
  const facts = { language: 'java', types } as unknown as FileFacts;
  const members = new DeclaredMembers(
    [{ facts }],
    new Map([['java', { receiver: 'implicit', toldTypes: /^/, candidates: () => [] }]]),
  );
  expect(members.isHarmless('java', ['Base', '()', 'id'])).toBe(true);
  expect(members.isHarmless('java', ['T0', '()', 'id'])).toBe(false);
});
