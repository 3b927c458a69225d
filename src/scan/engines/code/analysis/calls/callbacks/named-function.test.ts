import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../../test/support/code-scan.ts';

async function isFound(path: string, text: string, rule: RegExp): Promise<boolean> {
  const findings = await findingsIn({ [path]: text });
  return findings.some(({ ruleId, severity }) => rule.test(ruleId) && severity !== 'low');
}

const java = (statement: string, text: string) =>
  `import java.util.*;\nimport java.util.stream.*;\nimport org.springframework.expression.*;\nimport org.springframework.expression.spel.standard.SpelExpressionParser;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass Rules {\n  private final ExpressionParser parser = new SpelExpressionParser();\n  private final Map<String, Expression> cache = new HashMap<>();\n  @GetMapping("/r")\n  Object run(@RequestParam String text, Map<String, Expression> given) {\n    String known = "name";\n    Object found = ${statement.replaceAll('TEXT', text)};\n    return ((Expression) found).getValue();\n  }\n}\n`;

describe('a method that is only named is called with what whoever gets it hands over', () => {
  test.each([
    'cache.computeIfAbsent(TEXT, parser::parseExpression)',
    'given.computeIfAbsent(TEXT, parser::parseExpression)',
    'cache.computeIfAbsent(TEXT, k -> parser.parseExpression(k))',
    'List.of(TEXT).stream().map(parser::parseExpression).findFirst().get()',
    'Optional.ofNullable(TEXT).map(parser::parseExpression).orElse(null)',
    'Stream.of(TEXT).map(String::trim).map(parser::parseExpression).collect(Collectors.toList()).get(0)',
  ])('%s', async (statement) => {
    expect(await isFound('Rules.java', java(statement, 'text'), /code-injection/)).toBe(true);
    expect(await isFound('Rules.java', java(statement, 'known'), /code-injection/)).toBe(false);
  });

  test('what such a method cleans is clean', async () => {
    const list = (step: string) =>
      java(
        `jdbc.queryForList("select * from t where id in (" + String.join(",", ids.stream().map(${step}).toList()) + ")")`,
        '',
      )
        .replace('@RequestParam String text', '@RequestParam List<String> ids')
        .replace(
          'private final Map',
          'private org.springframework.jdbc.core.JdbcTemplate jdbc;\n  private final Map',
        );
    expect(await isFound('Rules.java', list('String::trim'), /sql/)).toBe(true);
    expect(await isFound('Rules.java', list('Integer::valueOf'), /sql/)).toBe(false);
  });

  test('in other languages', async () => {
    const js = (names: string) =>
      `const fs = require('fs');\nconst app = require('express')();\napp.get('/', (req, res) => {\n  res.json(${names}.map(fs.readFileSync));\n});\n`;
    expect(await isFound('app.js', js('req.query.names'), /path/)).toBe(true);
    expect(await isFound('app.js', js("['a', 'b']"), /path/)).toBe(false);
    const kotlin = (names: string) =>
      `import org.springframework.expression.spel.standard.SpelExpressionParser\nimport org.springframework.web.bind.annotation.*\n@RestController\nclass Rules {\n  private val parser = SpelExpressionParser()\n  @GetMapping("/r")\n  fun run(@RequestParam texts: List<String>): Any? = ${names}.map(parser::parseExpression).map { it.getValue() }\n}\n`;
    expect(await isFound('Rules.kt', kotlin('texts'), /code-injection/)).toBe(true);
    expect(await isFound('Rules.kt', kotlin('listOf("a")'), /code-injection/)).toBe(false);
  });
});

describe('a function of another file that is only named', () => {
  const files = (step: string) => ({
    'texts.js':
      "exports.word = (text) => text.replace(/[^a-z0-9]/g, '');\nexports.trimmed = (text) => text.trim();\n",
    'app.js': `const { execSync } = require('child_process');\nconst texts = require('./texts');\nrequire('express')().get('/', (req, res) => {\n  const names = String(req.query.names).split(',').map(${step}).join(' ');\n  res.json(execSync('id ' + names));\n});\n`,
  });
  test.each([
    ['texts.word', false],
    ['(name) => texts.word(name)', false],
    ['texts.trimmed', true],
    ['other.word', true],
  ])('%s', async (step, reported) => {
    const findings = await findingsIn(files(step));
    const found = findings.some(({ ruleId, severity }) => /command/.test(ruleId) && severity !== 'low');
    expect(found).toBe(reported);
  });
});
