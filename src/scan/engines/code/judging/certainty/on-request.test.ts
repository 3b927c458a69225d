import { describe, expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();

async function severities(path: string, text: string, rule: string): Promise<string[]> {
  await engine.prepare!([path]);
  const tree = parser.parse(path, text);
  const tools = { hashSecret: (value: string) => value };
  const { findings } = engine.analyse({ path, text, bytes: Buffer.from(text), tree }, tools);
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

describe('a certificate that is not checked', () => {
  const go = (body: string, name = 'dial', above = '') =>
    severities(
      'mail/send.go',
      `package mail\n\nimport "crypto/tls"\n\n${above}func ${name}(given settings) *tls.Config {\n${body}\n}\n`,
      'go-tls-verification-off',
    );
  const off = 'c := &tls.Config{InsecureSkipVerify: true}\n\treturn c';

  test('is high where nothing asks for it', async () => {
    expect(await go(`\t${off}`)).toEqual(['high']);
    expect(await go(`\tif given.useTLS {\n\t${off}\n\t}\n\treturn nil`)).toEqual(['high']);
    expect(await go(`\tfor range given.hosts {\n\t${off}\n\t}\n\treturn nil`)).toEqual(['high']);
    expect(await go(`\tif err := load(); err != nil {\n\t\treturn nil\n\t}\n\t${off}`)).toEqual(['high']);
  });

  test('is at most medium where a condition is about the check, or about where the program runs', async () => {
    expect(await go(`\tif given.lax {\n\t${off}\n\t}\n\treturn nil`)).toEqual(['medium']);
    expect(await go(`\tif given.bypassSSL {\n\t${off}\n\t}\n\treturn nil`)).toEqual(['medium']);
    expect(await go(`\tif given.isDevelopment {\n\t${off}\n\t}\n\treturn nil`)).toEqual(['medium']);
    expect(await go(`\tif given.strict {\n\t\treturn nil\n\t}\n\t${off}`)).toEqual(['medium']);
  });

  test('is at most medium where it is what is left when nothing else was set', async () => {
    const ruby = (behind: string) =>
      severities(
        'lib/client.rb',
        `require 'net/http'\n\nclass Client\n  def connect(uri)\n    http = Net::HTTP.new(uri.host, uri.port)\n    http.use_ssl = true\n    http.verify_mode = OpenSSL::SSL::VERIFY_NONE\n    ${behind}\n    http.get('/')\n  end\nend\n`,
        'ruby-tls-verification-off',
      );
    expect(await ruby('')).toEqual(['high']);
    expect(await ruby('http.read_timeout = 3')).toEqual(['high']);
    expect(await ruby('other.verify_mode = OpenSSL::SSL::VERIFY_PEER if @ca')).toEqual(['high']);
    expect(await ruby('http.verify_mode = OpenSSL::SSL::VERIFY_NONE')).toEqual(['high', 'high']);
    expect(await ruby('http.verify_mode = OpenSSL::SSL::VERIFY_PEER if @ca')).toEqual(['medium']);
  });

  test('is at most medium where a comment above the value that it is a part of gives a reason', async () => {
    const settings = (above: string, behind = '') =>
      go(
        `\tt := &http.Transport{\n\t\tProxy: nil,\n${above}\t\tTLSClientConfig: &tls.Config{${behind}\n\t\t\tInsecureSkipVerify: true,\n\t\t},\n\t}\n\tuse(t)\n\treturn nil`,
      );
    expect(await settings('')).toEqual(['high']);
    expect(await settings('\t\t// The port is that of the mail server.\n')).toEqual(['high']);
    expect(await settings('\t\t// What is in the tunnel is encrypted already.\n')).toEqual(['medium']);
    expect(await settings('\t\t// What is in the tunnel is encrypted already.\n', ' // told')).toEqual([
      'medium',
    ]);
    expect(await settings('', ' // skipcq: GSC-G402')).toEqual(['medium']);
  });

  test('is at most medium in a statement that only builds for tests have', async () => {
    const rust = (attribute: string) =>
      severities(
        'src/push.rs',
        `use reqwest::Client;\n\npub async fn push(url: String) {\n    let client = Client::builder();\n\n    ${attribute}\n    let client = client.danger_accept_invalid_certs(true);\n\n    client.build().unwrap().post(url).send().await;\n}\n`,
        'rust-tls-verification-off',
      );
    expect(await rust('')).toEqual(['high']);
    expect(await rust('#[cfg(test)]')).toEqual(['medium']);
    expect(await rust('#[cfg(feature = "test_mode")]')).toEqual(['medium']);
    expect(await rust('#[cfg(any(debug_assertions, feature = "lax"))]')).toEqual(['medium']);
    expect(await rust('#[cfg(not(feature = "test_mode"))]')).toEqual(['high']);
    expect(await rust('#[cfg(feature = "push")]')).toEqual(['high']);
  });

  test('is high where something else is chosen before, and at most medium where it is chosen itself', async () => {
    const socket = (before: string, made: string) =>
      severities(
        'live.js',
        `const WebSocket = require('ws');\nfunction connect(url, secure) {\n  ${before}\n  return ${made};\n}\n`,
        'javascript-certificate-check-off',
      );
    const made = 'new WebSocket(url, { rejectUnauthorized: false })';
    expect(await socket("url.protocol = secure ? 'wss:' : 'ws:';", made)).toEqual(['high']);
    expect(await socket('', `strict ? new WebSocket(url) : ${made}`)).toEqual(['medium']);
    expect(await socket('if (strict) return new WebSocket(url);', made)).toEqual(['medium']);
  });

  test('is at most medium where what is set is chosen, and high where only the moment is', async () => {
    const mode = (set: string) =>
      severities(
        'client.rb',
        `class Client\n  def open(host)\n    http = Net::HTTP.new(host, 443)\n    http.verify_mode = ${set}\n    http\n  end\nend\n`,
        'ruby-tls-verification-off',
      );
    const off = 'OpenSSL::SSL::VERIFY_NONE';
    expect(await mode(`@lax ? ${off} : OpenSSL::SSL::VERIFY_PEER`)).toEqual(['medium']);
    expect(await mode(`if @lax\n      ${off}\n    else\n      OpenSSL::SSL::VERIFY_PEER\n    end`)).toEqual([
      'medium',
    ]);
    expect(await mode(off)).toEqual(['high']);
    expect(await mode(`${off} if http.use_ssl?`)).toEqual(['high']);
  });

  test('is at most medium in a variable that is named after it, and not next to one', async () => {
    const kept = (name: string, before = '') =>
      severities(
        'mail/send.go',
        `package mail\n\nimport (\n"crypto/tls"\n"net/http"\n)\n\n${before}var ${name} = &http.Transport{\n\tDial: (&net.Dialer{\n\t\tKeep: 3, // ten; or so\n\t}).Dial,\n\tTLSClientConfig: &tls.Config{\n\t\tInsecureSkipVerify: true,\n\t},\n}\n`,
        'go-tls-verification-off',
      );
    expect(await kept('transportTLSInsecure')).toEqual(['medium']);
    expect(await kept('transport')).toEqual(['high']);
    expect(await kept('transport', 'var insecure = 1\n\n')).toEqual(['high']);
  });

  test('is at most medium where somebody says so, watches only, or asks the own machine', async () => {
    expect(await go(`\t// The appliance has a self-signed certificate.\n\t${off}`)).toEqual(['medium']);
    expect(await go(`\t// Ten seconds are enough.\n\t${off}`)).toEqual(['high']);
    expect(await go('\treturn &tls.Config{InsecureSkipVerify: true} //nolint:gosec')).toEqual(['medium']);
    expect(await go(`\t${off}`, 'dial', '// dial does not verify the server.\n')).toEqual(['medium']);
    expect(await go(`\t${off}`, 'probeHost')).toEqual(['medium']);
    expect(await go(`\t${off}`, 'getPingClient')).toEqual(['medium']);
    expect(await go(`\t${off}`, 'shippingClient')).toEqual(['high']);
    expect(await go(`\tcall("https://localhost:8443")\n\t${off}`)).toEqual(['medium']);
  });

  test('is at most medium where a comment is above the statement that the place is in, and not above another one', async () => {
    const inside = (comment: string, before = '') =>
      go(
        `\t${comment}\n\t${before}client.Transport = &http.Transport{\n\t\tTLSClientConfig: &tls.Config{InsecureSkipVerify: true},\n\t}\n\treturn nil`,
      );
    expect(await inside('// The appliance has a self-signed certificate.')).toEqual(['medium']);
    expect(await inside('// Ten seconds are enough.')).toEqual(['high']);
    expect(
      await inside('// The input is validated by now.', 'client := &http.Client{Timeout: ten}\n\t'),
    ).toEqual(['high']);
    expect(await inside('// The input is validated by now.', 'for range given.hosts {\n\t')).toEqual([
      'high',
    ]);
  });

  test('is at most medium in a function that asks whether somebody is there, or is named after it', async () => {
    for (const name of ['isServerAvailable', 'checkReachability', 'blindTLSConfig'])
      expect(await go(`\t${off}`, name)).toEqual(['medium']);
    for (const name of ['availableServers', 'blindCopies'])
      expect(await go(`\t${off}`, name)).toEqual(['high']);
  });

  test('is at most medium of a class of the program, and of a connection with itself', async () => {
    const python = (body: string) =>
      severities('a.py', `import socket\nimport ssl\n${body}`, 'python-certificate-check-off');
    const made = (rest: string) =>
      `def dial(host):\n    context = ssl.create_default_context()\n    context.check_hostname = False\n    ${rest}\n`;
    expect(await python(made('return context.wrap_socket(socket.create_connection(host))'))).toEqual([
      'high',
    ]);
    expect(await python(made('client, server = socket.socketpair()'))).toEqual(['medium']);
    const own = 'class Context:\n    def __init__(self):\n        self.check_hostname = False\n';
    expect(await python(own)).toEqual(['medium']);
  });

  test('is at most medium where the value comes from elsewhere', async () => {
    const python = (given: string) =>
      severities(
        'app/client.py',
        `import requests\nverify = False\ndef ask(url):\n    return requests.get(url, verify=${given})\n`,
        'python-certificate-check-off',
      );
    expect(await python('False')).toEqual(['high']);
    expect(await python('verify')).not.toContain('high');
  });

  test('is at most medium where only the head of an answer is asked for', async () => {
    const python = (method: string) =>
      severities(
        'app/links.py',
        `import requests\ndef check(url):\n    return requests.${method}(url, verify=False).status_code\n`,
        'python-certificate-check-off',
      );
    expect(await python('head')).toEqual(['medium']);
    expect(await python('get')).toEqual(['high']);
  });
});

test('the key of an SSH host that is not checked is high, and medium where a condition is about it', async () => {
  const at = (body: string) =>
    severities(
      'git/clone.go',
      `package git\n\nimport "golang.org/x/crypto/ssh"\n\nfunc auth(lax bool, user string) ssh.HostKeyCallback {\n${body}\n}\n`,
      'go-ssh-host-key',
    );
  expect(await at('\tif user != "" {\n\t\treturn ssh.InsecureIgnoreHostKey()\n\t}\n\treturn nil')).toEqual([
    'high',
  ]);
  expect(await at('\tif lax {\n\t\treturn ssh.InsecureIgnoreHostKey()\n\t}\n\treturn nil')).toEqual([
    'medium',
  ]);
});

test('a client that is asked for by a name that says so is at most medium', async () => {
  const client = (name: string) =>
    `using System.Net.Http;\nclass Setup {\n  void Add(IServiceCollection services) {\n    services.AddHttpClient(${name}).ConfigurePrimaryHttpMessageHandler(() => new HttpClientHandler {\n      ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator,\n    });\n  }\n}\n`;
  const rule = 'csharp-tls-verification-off';
  expect(await severities('A.cs', client('Names.IgnoreCertificateErrors'), rule)).toEqual(['medium']);
  expect(await severities('A.cs', client('"backend"'), rule)).toEqual(['high']);
});
