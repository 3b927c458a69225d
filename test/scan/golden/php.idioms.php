<?php
// Functions of the language, literals and targets that a tour of the grammar passes by.
namespace App\Web;

use Lib\{One, Two as Second, function helper, const LIMIT};
use function Lib\Names\call_it;
include 'header.php';
require_once __DIR__ . '/inc/' . $name . '.php';

$numbers = [0x1F, 017, 0o17, 0b11, 1_000, 1.5e3, .5];
$texts = ["\x41\u{1F600}\101\n\t\$\"\q", 'it\'s\\n', "a $name b {$map['k']} {$o->p->q} $map[key] $o->p ${name}", `ls $name`];
$long = <<<TEXT
  one $name
  two \x41
  TEXT;
$raw = <<<'RAW'
  $name \n
  RAW;
sprintf('%s %d', $a, $b);
vsprintf($format, $list);
sprintf('%1$s', $a);
printf($format, $a);
implode(',', $list);
join($list);
explode(',', $text);
str_replace('a', 'b', $text);
preg_replace('/a/', 'b', $text);
in_array($a, $list, true);
array_key_exists($k, $map);
str_contains($text, $part);
strpos($text, $part) === 0;
stripos($text, $part) !== false;
strpos($text, $part) === false;
strncmp($text, $part, 3) == 0;
strncasecmp($text, $part, 3) != 0;
mb_strpos($text, $part) == false;
strlen($text) == 0;
file_get_contents('php://input');
file_get_contents($path);
fopen('php://stdin', 'r');
array_push($list, $a, $b);
array_unshift($list, $a);
array_keys($map);
array_keys($map, $a);
array_values($map);
array_merge($list, $other);
array_map('trim', $list);
array_map('trim', $list, $other);
array_map(fn ($x) => $x, $list);
array_map(null, $list);
array_filter($list, 'is_int');
array_filter($list);
array_shift($list);
array_pop($list);
end($list);
reset($list);
current($list);
compact('a', 'b');
compact($names);
extract($map);
call_user_func('trim', $a);
call_user_func($callable, $a);
call_user_func_array('trim', $list);
call_user_func_array([$o, 'm'], $list);
func_get_args();
define('NAME', 1);
$f = 'trim';
$f($a);
$o->$f($a);
$o->{'m' . $f}($a);
$class::make($a);
new $class($a);
new class ($a) extends Base { public function m() { return $this; } };
One::$field['k'] = 1;
$a + 1;
$a + $b;
$a * $b % 2 ** 3;
$a . $b . 'c';
$a <=> $b;
$a ?? $b ?: $c;
$a and $b or $c xor $d;
!$a instanceof One;
(int) $a . (string) $b . (array) $c;
@$a['k'];
print $a;
exit('x');
$map = ['k' => 1, 'l' => [2], ...$other, $a];
$list = [...$other, 3];
['k' => $x, 'l' => [$y]] = $map;
[, $z] = $list;
list($p, list($q)) = $list;
$o?->p?->m();
$a ??= 1;
$a .= 'x';
$a[] = 2;
unset($a['k'], $o->p);
isset($a, $b['k']);
empty($a);
match (true) {
    $a > 1, $b => 'one',
    default => throw new \Exception($a),
};
foreach ($map as $k => [$x, $y]) { continue 2; }
foreach ($list as &$item): echo $item; endforeach;
for ($i = 0, $j = 1; $i < 3; $i++, $j--) { break; }
while ($a): endwhile;
do { $a--; } while ($a);
switch ($a) { case 1: case 2: f(); break; default: g(); }
if ($a): elseif ($b): else: endif;
try { f(); } catch (One | Second $e) { throw $e; } finally { g(); }
goto end;
end:
static fn (int ...$rest): int => $rest[0];
function &ref(array &$list, ?One $one = null, int|string $u = LIMIT, ...$rest): iterable
{
    static $kept = 1;
    global $shared;
    yield $one;
    yield 'k' => $u;
    yield from $rest;
    return function () use ($one, &$list) { return $list; };
}
#[Route('/x')]
abstract class Shop extends Base implements One, Second
{
    use Logs, Counts { Logs::m insteadof Counts; }
    const A = 1, B = self::A . 'x';
    public static ?int $count = 0;
    private readonly array $items;
    public function __construct(private One $one, protected $two = []) { parent::__construct($one); }
    abstract protected function todo(): void;
    final public static function make(self $x): static { return new static($x, ...$x->items); }
    public function __get($name) { return $this->$name ?? static::$count; }
}
enum Suit: string { case Hearts = 'h'; const X = self::Hearts; public static function all() { return self::cases(); } }
trait Logs { public function log() {} }
interface Wants { public function want(int $x); }
?>
<p><?= $a ?></p>
<?php echo $a, $b; return $a;
