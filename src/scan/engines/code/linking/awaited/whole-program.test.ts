import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

const isFound = async (files: Record<string, string>, rule: RegExp) =>
  (await findingsIn(files)).some(({ ruleId, severity }) => rule.test(ruleId) && severity !== 'low');

describe('clients that a program makes in one file and uses in another', () => {
  const loader = {
    'go.mod': 'module example.com/app\n',
    'load/load.go':
      'package load\n\nimport "net/http"\n\ntype Loader struct{ Client *http.Client }\n\nfunc (l *Loader) Load(target string) error {\n\treq, err := http.NewRequest("GET", target, nil)\n\tif err != nil {\n\t\treturn err\n\t}\n\t_, err = l.Client.Do(req)\n\treturn err\n}\n',
    'web/web.go':
      'package web\n\nimport (\n\t"net/http"\n\n\t"example.com/app/load"\n)\n\ntype Web struct{ Loader *load.Loader }\n\nfunc (s *Web) Show(w http.ResponseWriter, r *http.Request) {\n\ts.Loader.Load(r.FormValue("u"))\n}\n',
  };
  const client = (body: string) =>
    `package client\n\nimport (\n\t"context"\n\t"errors"\n\t"net"\n\t"net/http"\n\t"syscall"\n)\n\n${body}\n`;
  const refuse =
    'func refuse(network, address string, c syscall.RawConn) error {\n\tip := net.ParseIP(address)\n\tif ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() {\n\t\treturn errors.New("refused")\n\t}\n\treturn nil\n}\n\n';
  const guarded = `${refuse}func New() *http.Client {\n\td := &net.Dialer{Control: refuse}\n\treturn &http.Client{Transport: &http.Transport{DialContext: d.DialContext}}\n}`;
  const plain = 'func Plain() *http.Client {\n\treturn &http.Client{Timeout: 5}\n}';

  test('are harmless where each of them refuses private addresses', async () => {
    expect(await isFound({ ...loader, 'client/new.go': client(guarded) }, /ssrf/)).toBe(false);
    const inTransport = `func New() *http.Client {\n\treturn &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {\n\t\tif net.ParseIP(address).IsPrivate() || net.ParseIP(address).IsLoopback() || net.ParseIP(address).IsLinkLocalUnicast() {\n\t\t\treturn nil, errors.New("refused")\n\t\t}\n\t\treturn net.Dial(network, address)\n\t}}}\n}`;
    expect(await isFound({ ...loader, 'client/new.go': client(inTransport) }, /ssrf/)).toBe(false);
  });

  test('are not where one does not, or where none is asked which network an address is in', async () => {
    expect(await isFound(loader, /ssrf/)).toBe(true);
    expect(await isFound({ ...loader, 'client/new.go': client(plain) }, /ssrf/)).toBe(true);
    expect(
      await isFound({ ...loader, 'client/new.go': client(guarded), 'other/new.go': client(plain) }, /ssrf/),
    ).toBe(true);
    const idle = guarded.replace(/\tif ip[\s\S]*?\n\t}\n/, '\t_ = ip\n');
    expect(await isFound({ ...loader, 'client/new.go': client(idle) }, /ssrf/)).toBe(true);
  });

  test('what a test makes says nothing of the program', async () => {
    expect(await isFound({ ...loader, 'client/new_test.go': client(guarded) }, /ssrf/)).toBe(true);
  });
});

test('expressions are harmless where the program runs all of them in a context that calls nothing', async () => {
  const files = (context: string) => ({
    'com/acme/Cache.java':
      'package com.acme;\nimport java.util.*;\nimport org.springframework.expression.*;\nimport org.springframework.expression.spel.standard.SpelExpressionParser;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class Cache {\n  private final ExpressionParser parser = new SpelExpressionParser();\n  private final Map<String, Expression> known = new HashMap<>();\n  private final Runner runner = new Runner();\n  @GetMapping("/r")\n  public Object run(@RequestParam String rule) {\n    return runner.run(known.computeIfAbsent(rule, parser::parseExpression));\n  }\n}\n',
    'com/acme/Runner.java': `package com.acme;\nimport org.springframework.expression.*;\nimport org.springframework.expression.spel.support.*;\npublic class Runner {\n  public Object run(Expression rule) {\n    EvaluationContext context = ${context};\n    return rule.getValue(context);\n  }\n}\n`,
  });
  expect(
    await isFound(files('SimpleEvaluationContext.forReadOnlyDataBinding().build()'), /code-injection/),
  ).toBe(false);
  expect(await isFound(files('new StandardEvaluationContext()'), /code-injection/)).toBe(true);
});
