import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Where untrusted text does harm in PHP, and the same uses done well. */
export const phpClasses: Emitter['classes'] = {
  'sql-injection': {
    sinks: readForms(`
== mysqli function
$conn = mysqli_connect('db', 'app', $secret, 'shop');
mysqli_query($conn, §in);
-- text SELECT id FROM users WHERE name = '|'
== mysqli object
$db = new mysqli('db', 'app', $secret, 'shop');
$rows = $db->query(§in);
-- text SELECT id FROM users WHERE id = |
== pdo query
$pdo = new PDO($dsn);
$rows = $pdo->query(§in)->fetchAll();
-- text SELECT id FROM users WHERE city = '|'
== pdo prepare of built text
$pdo = new PDO($dsn);
$statement = $pdo->prepare(§in);
$statement->execute();
-- text DELETE FROM notes WHERE owner = '|'
== postgres
pg_query(pg_connect($dsn), §in);
-- text SELECT id FROM users ORDER BY |
`),
    safe: readForms(`
== prepared
$pdo = new PDO($dsn);
$statement = $pdo->prepare('SELECT id FROM users WHERE name = ?');
$statement->execute([§in]);
== bound
$db = new mysqli('db', 'app', $secret, 'shop');
$statement = $db->prepare('SELECT id FROM users WHERE name = ?');
$statement->bind_param('s', §in);
$statement->execute();
== escaped
$conn = mysqli_connect('db', 'app', $secret, 'shop');
mysqli_query($conn, "SELECT id FROM users WHERE name = '" . mysqli_real_escape_string($conn, §in) . "'");
== quoted
$pdo = new PDO($dsn);
$pdo->query('SELECT id FROM users WHERE name = ' . $pdo->quote(§in));
`),
  },
  'command-injection': {
    sinks: readForms(`
== exec
exec(§in, $lines);
-- text ls -l |
== shell_exec
$result = shell_exec(§in);
-- text ping -c 1 |
== system
system(§in);
-- text du -sh |
== passthru
passthru(§in);
-- text cat /srv/|
== popen
$pipe = popen(§in, 'r');
-- text host |
`),
    safe: readForms(`
== escaped argument
exec('ls -l ' . escapeshellarg(§in), $lines);
== fixed
$result = shell_exec('uptime');
header('X-Length: ' . strlen(§in));
== list of arguments
$process = proc_open(['ls', '-l', '--', '/srv'], [], $pipes);
header('X-Length: ' . strlen(§in));
`),
  },
  'path-traversal': {
    sinks: readForms(`
== read
$data = file_get_contents(§in);
-- text /srv/files/|
== open
$file = fopen(§in, 'r');
-- text /srv/files/|.txt
== readfile
readfile(§in);
-- text uploads/|
== include
include §in;
-- text pages/|.php
== delete
unlink(§in);
-- text /srv/files/|
`),
    safe: readForms(`
== base name
$data = file_get_contents('/srv/files/' . basename(§in));
== kept inside
$full = realpath('/srv/files/' . §in);
if ($full === false || strpos($full, '/srv/files/') !== 0) {
    exit;
}
$data = file_get_contents($full);
== fixed file
readfile('/srv/files/list.txt');
header('X-Length: ' . strlen(§in));
`),
  },
  xss: {
    sinks: readForms(`
== echo
echo §in;
-- text <p>|</p>
== print
print(§in);
-- text <b>|</b>
== printf
printf('<div>%s</div>', §in);
== echo as it is
echo 'Results for ' . §in;
== die
die(§in);
-- text <i>|</i>
`),
    safe: readForms(`
== escaped
echo '<p>' . htmlspecialchars(§in, ENT_QUOTES, 'UTF-8') . '</p>';
== entities
print '<b>' . htmlentities(§in) . '</b>';
== json
header('Content-Type: application/json');
echo json_encode(['q' => §in]);
== stripped
echo '<p>' . strip_tags(§in) . '</p>';
== length
echo 'Length: ' . strlen(§in);
`),
  },
  ssrf: {
    sinks: readForms(`
== curl
$ch = curl_init(§in);
curl_exec($ch);
== curl option
$ch = curl_init();
curl_setopt($ch, CURLOPT_URL, §in);
curl_exec($ch);
== host of curl
$ch = curl_init();
curl_setopt($ch, CURLOPT_URL, §in);
curl_exec($ch);
-- text https://|/status
== guzzle
$client = new \\GuzzleHttp\\Client();
$answer = $client->get(§in);
== fsockopen
$socket = fsockopen(§in, 80);
`),
    safe: readForms(`
== query of a fixed host
$ch = curl_init('https://api.service.internal/search?q=' . urlencode(§in));
curl_exec($ch);
== fixed address
$ch = curl_init('https://api.service.internal/');
curl_setopt($ch, CURLOPT_POSTFIELDS, ['q' => §in]);
curl_exec($ch);
== checked host
$host = parse_url(§in, PHP_URL_HOST);
if ($host !== 'api.service.internal') {
    exit;
}
$ch = curl_init(§in);
curl_exec($ch);
`),
  },
  'open-redirect': {
    sinks: readForms(`
== header
header('Location: ' . §in);
== interpolated
header("Location: {§in}");
exit;
== host
header(§in);
-- text Location: https://|/
`),
    safe: readForms(`
== own path
header('Location: /search?q=' . urlencode(§in));
== fixed
header('Location: /home');
setcookie('length', (string) strlen(§in), ['secure' => true, 'httponly' => true, 'samesite' => 'Lax']);
`),
  },
  'code-injection': {
    sinks: readForms(`
== eval
eval(§in);
-- text return |;
== assert
assert(§in);
-- text |
== call
call_user_func(§in, 'x');
== create function
$made = create_function('$a', §in);
-- text return $a + |;
-- alone
`),
    safe: readForms(`
== decoded
$data = json_decode(§in, true);
== argument
call_user_func('strtoupper', §in);
`),
  },
  deserialization: {
    sinks: readForms(`
== unserialize
$data = unserialize(§in);
== decoded
$data = unserialize(base64_decode(§in));
`),
    safe: readForms(`
== json
$data = json_decode(§in, true);
== no classes
$data = unserialize(§in, ['allowed_classes' => false]);
`),
  },
  'ldap-injection': {
    sinks: readForms(`
== search
$conn = ldap_connect('ldaps://directory.internal');
ldap_search($conn, 'dc=corp', §in);
-- text (uid=|)
== list
$conn = ldap_connect('ldaps://directory.internal');
ldap_list($conn, 'dc=corp', §in);
-- text (cn=|)
`),
    safe: readForms(`
== escaped
$conn = ldap_connect('ldaps://directory.internal');
ldap_search($conn, 'dc=corp', '(uid=' . ldap_escape(§in, '', LDAP_ESCAPE_FILTER) . ')');
`),
  },
  'xpath-injection': {
    sinks: readForms(`
== query
$xpath = new DOMXPath($document);
$nodes = $xpath->query(§in);
-- text //user[name='|']
== simple xml
$xml = simplexml_load_file('/srv/users.xml');
$nodes = $xml->xpath(§in);
-- text //user[@id='|']
`),
    safe: readForms(`
== fixed
$xpath = new DOMXPath($document);
$nodes = $xpath->query('//user');
foreach ($nodes as $node) {
    if ($node->textContent === §in) {
        $found = $node;
    }
}
`),
  },
  ssti: {
    sinks: readForms(`
== twig
$twig = new \\Twig\\Environment(new \\Twig\\Loader\\ArrayLoader());
$page = $twig->createTemplate(§in)->render();
-- text <h1>|</h1>
== blade
$page = Blade::render(§in);
-- text <h1>|</h1>
`),
    safe: readForms(`
== value of a template
$twig = new \\Twig\\Environment(new \\Twig\\Loader\\FilesystemLoader('views'));
$page = $twig->render('page.html', ['name' => §in]);
`),
  },
};
