import { expect, test } from 'vitest';
import { secretsFound } from '../../../../../test/support/secrets-found.ts';

test.for([
  [
    'both arguments are literals',
    "client.login('someone@corp.net', '{alnum:20}');",
    ['1:35-55 credentials-in-call high medium'],
  ],
  [
    'a password as people choose them',
    "client.login('someone@corp.net', 'Winter-2024x');",
    ['1:35-47 credentials-in-call medium medium'],
  ],
  ['a word', "client.login('someone@corp.net', 'sunshine');", ['1:35-43 credentials-in-call medium low']],
  [
    'a word that calls itself a sample',
    "client.login('someone@corp.net', 'an-example-4');",
    ['1:35-47 credentials-in-call info low'],
  ],
  [
    'a robot logs in with its token alone',
    "bot.login('{alnum:40}');",
    ['1:12-52 credentials-in-call high medium'],
  ],
  ['a robot with a word alone is no secret', "bot.login('sunshine');", []],
  [
    'the third of three',
    "$db = mysqli_connect('db.corp.net', 'app', '{alnum:20}');",
    ['1:45-65 credentials-in-call high medium'],
  ],
  [
    'the third of four',
    "$db = new mysqli('db.corp.net', 'app', '{alnum:20}', 'shop');",
    ['1:41-61 credentials-in-call high medium'],
  ],
  [
    'behind an argument that is no literal',
    "$db = mysqli_connect(HOST, 'app', '{alnum:20}');",
    ['1:36-56 credentials-in-call high medium'],
  ],
  [
    'an address that is computed',
    'DriverManager.getConnection(url + "x", "app", "{alnum:20}");',
    ['1:48-68 credentials-in-call high medium'],
  ],
  [
    'over several lines',
    "client.login(\n  'someone@corp.net',\n  '{alnum:20}',\n);",
    ['3:4-24 credentials-in-call high medium'],
  ],
  [
    'an escaped quote in front',
    "client.login('o\\'brien', '{alnum:20}');",
    ['1:27-47 credentials-in-call high medium'],
  ],
  ['double quotes', 'auth.basicAuth("ci", "{alnum:20}")', ['1:23-43 credentials-in-call high medium']],
  ['a call in an argument', "client.login(name(), '{alnum:20}');", []],
  ['a password that is computed', "client.login('someone', '{alnum:20}' + x);", []],
  ['no user', "client.login('', '{alnum:20}');", []],
  ['a user that is a variable', "client.login(user, '{alnum:20}');", []],
  ['two letters', "client.login('someone', 'q7');", []],
  ['three letters', "client.login('someone', 'q7Z');", ['1:26-29 credentials-in-call medium low']],
  ['a sentence', "client.login('someone', 'the password of the user');", []],
  ['a literal that does not end on its line', "client.login('someone', '{alnum:20}\n');", []],
  ['a password that is a placeholder', "client.login('someone', 'changeme');", []],
  ['fewer arguments than it takes', "$db = mysqli_connect('db', 'app');", []],
  ['an argument of more than 400 bytes', `client.login('${'a'.repeat(400)}', '{alnum:20}');`, []],
] as const)('%s', ([, text, expected]) => {
  expect(secretsFound('app.js', text)).toEqual(expected);
});

test.for([
  ['.authenticate(', 1],
  ['mysql_pconnect(', 2],
  ['new PDO(', 2],
  ['ftp_login(', 2],
  ['NetworkCredential(', 1],
  ['PasswordAuthentication(', 1],
  ['smtp.PlainAuth(', 2],
  ['UsernamePasswordCredentials(', 1],
  ['simple_bind_s(', 1],
  ['ldap_bind(', 2],
  ['DBI->connect(', 2],
  ['MySQLdb.connect(', 2],
  ['ftplib.FTP(', 2],
  ['new Sequelize(', 2],
  ['odbc_connect(', 2],
  ['oci_connect(', 1],
  ['oracledb.connect(', 1],
  ['cx_Oracle.connect(', 1],
] as const)('%s takes a password as its argument %i, counted from 0', ([call, index]) => {
  const found = (at: number) => {
    const others = ["'first'", "'second'", "'third'"];
    others[at] = "'{alnum:20}'";
    return secretsFound('app.js', `x ${call}${others.join(', ')});`).filter((each) =>
      /credentials-in-call high/.test(each),
    ).length;
  };
  expect([found(0), found(1), found(2)]).toEqual([0, 1, 2].map((at) => (at === index ? 1 : 0)));
});

// biome-ignore format: many in a line
test.for([
  [1, '.login( .authenticate( NetworkCredential( auth=( .auth( BasicAuth( basic_auth( HTTPBasicAuth( PasswordAuthentication( setBasicAuth( .SetBasicAuth( .basicAuth( UsernamePasswordCredentials( simple_bind_s( oci_connect( oracledb.connect( cx_Oracle.connect('],
  [2, 'mysqli_connect( mysql_connect( mysql_pconnect( ftp_login( getConnection( smtp.PlainAuth( DirectoryEntry( ldap_bind( DBI->connect( pymysql.connect( MySQLdb.connect( ftplib.FTP( odbc_connect('],
  [2, 'new_mysqli( new_PDO( new_Sequelize('],
] as const)('the password is argument %i of %s', ([at, names]) => {
  for (const name of names.split(' ').map((each) => each.replace('_', each.startsWith('new_') ? ' ' : '_'))) {
    const call = (given: string) => secretsFound('app.js', `x ${name}${given})`).length;
    const before = Array.from({ length: at - 1 }, () => "'h', ").join('');
    expect([name, call(`${before}'app', '{alnum:20}'`), call(`${before}app, '{alnum:20}'`), call(`${before}'', '{alnum:20}'`)]).toEqual([name, 1, 0, 0]);
    if (at === 2) expect([name, call("'app', '{alnum:20}'")]).toEqual([name, 0]);
  }
});
