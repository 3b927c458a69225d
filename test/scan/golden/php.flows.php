<?php
// How data goes through a program: checks, arrays, references, closures, classes and what they leave behind.
namespace App;

const PREFIX = 'ls ';
$allowed = ['asc', 'desc'];
$order = $_GET['order'];
$name = $_POST['name'] ?? 'none';
if (!in_array($order, $allowed, true)) {
    die('no');
}
mysqli_query($db, "select 1 order by $order");
if (preg_match('/^[a-z]+$/', $name)) {
    system(PREFIX . $name);
} elseif (is_numeric($name)) {
    system("ls {$name}");
} else {
    system('ls ' . $name);
}
$number = (int) $_GET['n'];
$text = sprintf('%s %d %05d %1$s', $_GET['s'], $number, 3);
system($text);
system(escapeshellarg($_GET['arg']));
$place = realpath('/srv/' . $_GET['path']);
if (strpos($place, '/srv/') !== 0) exit(1);
readfile($place);
include basename($_GET['page']) . '.php';
switch ($name) {
    case 'one':
        system($name);
        break;
    case 'two':
    default:
        system($name);
}
$kind = match (true) {
    $order === 'asc', $order === 'up' => 'up',
    default => $name,
};
system($kind);
$short = $_GET['short'] ?: 'none';
system($short ? $short : 'x');

$list = ['first', $_GET['a']];
$list[] = 'last';
array_push($list, $_GET['b']);
array_unshift($list, 'zero');
$head = array_shift($list);
$end = array_pop($list);
$map = ['k' => $_GET['k'], 'l' => 'fixed', ...$list];
$map['m'] = $_GET['m'];
unset($map['k']);
system($end);
foreach ($map as $key => $value) {
    if ($key === 'l') continue;
    system($key . $value);
}
foreach ($list as &$item) {
    $item = trim($item);
}
unset($item);
$parts = explode(',', $_GET['parts']);
[$one, [, $two]] = [$parts[0], ['x', $_GET['two']]];
['p' => $p, 'q' => $q] = ['p' => 'fixed', 'q' => $_GET['q']];
system($p);
system($q . $two . $one);
list(, $third) = [1, $_GET['third']];
$mapped = array_map(fn($part) => strtoupper($part), $parts);
$kept = array_filter($mapped, function ($part) use ($order) { return $part !== $order; });
system(implode(' ', array_merge($kept, ['z'], array_slice($parts, 1))));
$total = '';
for ($i = 0, $n = count($parts); $i < $n; $i++) {
    $total .= $parts[$i];
}
system($total);
extract($_GET);
$$name = 'dynamic';
$shared = <<<TEXT
  ls {$_GET['here']} $parts[0] {$map['m']}
  TEXT;
system($shared);
echo "<p>$name</p>", htmlspecialchars($name);

function twice(string $text, int $times = 2): string
{
    static $calls = 0;
    $calls++;
    return str_repeat($text, $times);
}

function change(&$text, ...$more)
{
    $text .= $more[0];
}

function each(array $values)
{
    foreach ($values as $value) {
        yield $value => $value;
    }
}

interface Named { public function name(): string; }

trait Logs
{
    private array $log = [];
    public function log(string $line): static { $this->log[] = $line; return $this; }
    public function lines(): string { return implode("\n", $this->log); }
}

abstract class Store implements Named
{
    use Logs;
    protected string $root = '/srv';
    public static int $count = 0;
    const MODE = 'r';
    public function __construct(protected string $name, ?string $mode = self::MODE)
    {
        self::$count++;
        $this->mode = $mode;
    }
    public static function make(string $name): static { return new static($name); }
    public function __get($key) { return $this->$key; }
    public function name(): string { return $this->name; }
    public function place(): string { return $this->root . '/' . $this->name; }
    abstract public function read();
}

final class FileStore extends Store
{
    public function __construct($name) { parent::__construct($name, 'w'); }
    public function read() { return file_get_contents($this->place()); }
}

$store = new FileStore($_GET['name']);
$store->read();
FileStore::make($_GET['made'])->read();
system($store?->name() . $store->root . Store::$count . FileStore::MODE);
$method = 'read';
$store->$method();
system(twice($_GET['t']));
change($name, $_GET['more']);
system($name);
$later = function () use (&$total) { $total = $_GET['later']; };
$later();
system($total);
call_user_func('system', $_GET['c']);
call_user_func_array([$store, 'log'], [$_GET['d']]);
try {
    throw new \RuntimeException($_GET['thrown']);
} catch (\InvalidArgumentException | \RuntimeException $error) {
    echo $error->getMessage();
} finally {
    $name = 'safe';
}
system($name);
do {
    $name = $name === 'safe' ? $_GET['loop'] : 'end';
} while ($name !== 'end');
while (true) {
    if ($name) break;
}
system(`ls {$_GET['tick']}`);
$object = (object) ['a' => $_GET['o'], 'b' => 'fixed'];
system($object->b);
system($object->a);
