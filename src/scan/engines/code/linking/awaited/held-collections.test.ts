import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

const isFound = async (files: Record<string, string>) =>
  (await findingsIn(files)).some(({ ruleId, severity }) => /sql/.test(ruleId) && severity !== 'low');

const controller = (test: string, parameter = '') =>
  `package com.acme;\nimport org.springframework.jdbc.core.JdbcTemplate;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class Items {\n  private final Settings settings;\n  private final JdbcTemplate jdbc;\n  public Items(Settings settings, JdbcTemplate jdbc) { this.settings = settings; this.jdbc = jdbc; }\n  @PostMapping("/i")\n  public Object list(@RequestParam String sort${parameter}) {\n    if (!${test}.contains(sort)) throw new IllegalArgumentException();\n    return jdbc.queryForList("select * from items order by " + sort);\n  }\n}\n`;
const settings = (body: string, kind = 'class Settings') =>
  `package com.acme;\nimport java.util.List;\npublic ${kind} {\n${body}\n}\n`;
const fields =
  '  private List<String> names;\n  public void setNames(List<String> names) { this.names = names; }\n';

test.each([
  [
    'a getter',
    settings(`${fields}  public List<String> getNames() { return names; }`),
    'settings.getNames()',
  ],
  ['a part of a record', settings('', 'record Settings(List<String> names)'), 'settings.names()'],
  [
    'a method of an interface',
    settings('  List<String> sortable();', 'interface Settings'),
    'settings.sortable()',
  ],
])('what is in a list that an object of the program holds is one of those: %s', async (_, text, test) => {
  expect(await isFound({ 'com/acme/Settings.java': text, 'com/acme/Items.java': controller(test) })).toBe(
    false,
  );
});

test.each([
  [
    'a list that is made of what is asked for',
    settings(
      `${fields}  public List<String> getNames() { return List.of(Request.current().getParameter("names")); }`,
    ),
    'settings.getNames()',
    '',
  ],
  ['no class of the program has the method', settings(fields), 'settings.getOthers()', ''],
  [
    'the object is what was sent',
    settings(`${fields}  public List<String> getNames() { return names; }`),
    'sent.getNames()',
    ', @RequestBody Settings sent',
  ],
])('it is not where %s', async (_, text, test, parameter) => {
  const files = { 'com/acme/Settings.java': text, 'com/acme/Items.java': controller(test, parameter) };
  expect(await isFound(files)).toBe(true);
});

test('nothing else has to be asked for that', async () => {
  const files = {
    'com/acme/Settings.java': settings('  List<String> sortable();', 'interface Settings'),
    'com/acme/Items.java': controller('settings.sortable()').replace('jdbc.queryForList', 'Tables.list'),
    'com/acme/Tables.java':
      'package com.acme;\npublic class Tables {\n  static Object list(String text) { return text; }\n}\n',
  };
  expect(await isFound(files)).toBe(false);
});
