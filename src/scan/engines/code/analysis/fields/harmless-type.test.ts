import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

async function findingsOf(path: string, text: string): Promise<string[]> {
  const engine = createCodeEngine();
  await engine.prepare?.([path]);
  const tree = (await createParser()).parse(path, text);
  const { findings } = engine.analyse({ path, text, bytes: Buffer.from(text), tree }, { hashSecret: String });
  return findings.filter(({ ruleId }) => /sql-injection/.test(ruleId)).map(({ severity }) => severity);
}

const python = (type: string, read: string) =>
  `from enum import Enum, StrEnum\nfrom typing import Annotated, Literal, Optional\nfrom uuid import UUID\nfrom fastapi import FastAPI, Query\nfrom pydantic import BaseModel\nimport sqlite3\napp = FastAPI()\ndb = sqlite3.connect('shop.db')\nclass Order(Enum):\n    NAME = 'name'\nclass Kind(StrEnum):\n    A = 'a'\nclass Filter(BaseModel):\n    field: ${type}\n@app.post('/a')\ndef a(given: ${type}, filter: Filter):\n    db.execute(f"select * from items where x = '{${read}}' limit 1")\n`;

test.each([
  ['int', 'given', 0],
  ['UUID', 'given', 0],
  ['Order', 'given.value', 0],
  ['Kind', 'given', 0],
  ["Literal['a', 'b']", 'given', 0],
  ['Optional[int]', 'given', 0],
  ['int | None', 'given', 0],
  ['Annotated[int, Query()]', 'given', 0],
  ['str', 'given', 1],
  ['Optional[str]', 'given', 1],
  ['int | str', 'given', 1],
  ['Annotated[str, Query()]', 'given', 1],
  ['int', 'filter.field', 0],
  ['Order', 'filter.field.value', 0],
  ["Literal['a', 'b']", 'filter.field', 0],
  ['str', 'filter.field', 1],
  ['list[str]', 'filter.field', 1],
])('Python: %s, read as %s, is reported %i times', async (type, read, count) => {
  expect(await findingsOf('a.py', python(type, read))).toHaveLength(count);
});

test('Python: what an enumeration was made of is one of those that it lists', async () => {
  const program = (read: string) =>
    `from enum import Enum\nfrom flask import request\nclass Order(Enum):\n    NAME = 'name'\nclass Box:\n    def __init__(self, value):\n        self.value = value\ndef view(cursor):\n    cursor.execute(f"select * from items order by {${read}} limit 1")\n`;
  expect(await findingsOf('a.py', program("Order(request.args['o']).value"))).toEqual([]);
  expect(await findingsOf('a.py', program("Box(request.args['o']).value"))).toEqual(['high']);
});

test('Python: a class that is only called like an enumeration lists nothing', async () => {
  const program = (head: string) =>
    `${head}\nfrom flask import request\nclass Order(Enum):\n    NAME = 'name'\ndef view(cursor):\n    o = Order(request.args['o'])\n    cursor.execute(f"select * from items order by {o.value} limit 1")\n`;
  expect(await findingsOf('a.py', program('from enum import Enum'))).toEqual([]);
  const own = 'class Enum:\n    def __init__(self, value):\n        self.value = value';
  expect(await findingsOf('a.py', program(own))).toEqual(['high']);
  expect(await findingsOf('a.py', program(`from enum import Flag\n${own}`))).toEqual(['high']);
});

const java = (type: string, read: string) =>
  `import org.springframework.web.bind.annotation.*;\nimport org.springframework.jdbc.core.JdbcTemplate;\nimport java.util.UUID;\n@RestController class A {\n  JdbcTemplate jdbc;\n  enum Order { NAME, DATE }\n  static class Filter { public ${type} field; }\n  @PostMapping("/a") Object a(@RequestParam ${type} given, @RequestBody Filter filter) {\n    return jdbc.queryForList("select * from items where x = '" + ${read} + "' limit 1");\n  }\n}\n`;

test.each([
  ['Order', 'given', 0],
  ['Integer', 'given', 0],
  ['String', 'given', 1],
  ['UUID', 'filter.field', 0],
  ['Order', 'filter.field', 0],
  ['String', 'filter.field', 1],
])('Java: %s, read as %s, is reported %i times', async (type, read, count) => {
  expect(await findingsOf('A.java', java(type, read))).toHaveLength(count);
});

const csharp = (type: string, read: string) =>
  `using Microsoft.AspNetCore.Mvc;\nusing System;\nusing System.Data.SqlClient;\npublic enum Order { Name, Date }\npublic class Filter { public ${type} Field { get; set; } }\n[ApiController] public class A : ControllerBase {\n  SqlConnection c;\n  [HttpPost] public void Get(${type} given, [FromBody] Filter filter) {\n    new SqlCommand("select * from items where x = '" + ${read} + "'", c).ExecuteReader();\n  }\n}\n`;

test.each([
  ['Order', 'given', 0],
  ['Guid', 'given', 0],
  ['string', 'given', 1],
  ['int', 'filter.Field', 0],
  ['Order', 'filter.Field', 0],
  ['string', 'filter.Field', 1],
])('C#: %s, read as %s, is reported %i times', async (type, read, count) => {
  expect(await findingsOf('A.cs', csharp(type, read))).toHaveLength(count);
});
