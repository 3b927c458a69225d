<?php
declare(strict_types=1);
namespace Acme\Shop;

use Acme\Base\Store;
use Acme\Base\{One, Two as Second};
use function Acme\clean;
use const Acme\LIMIT;

require_once __DIR__ . '/other.php';
include 'view.php';
const PREFIX = 'a' . "b";
define('OTHER', 1);

#[Route('/tour')]
abstract class Tour extends Base implements Shape, \Countable
{
    use Logs, Counts { Logs::log insteadof Counts; Counts::log as protected countLog; }
    public const MAX = 10;
    private static int $count = 0;
    protected ?string $name = 'tour';
    public readonly array $items;

    public function __construct(private Store $store, protected int $size = 3, string ...$names)
    {
        parent::__construct($size);
        $this->name = $names[0] ?? null;
        self::$count++;
        static::$count += 1;
    }

    #[Get('/{id}')]
    public function find(Request $request, string|int $id, ?int &$page = null): ?string
    {
        $text = "Hello $id and {$id} {$this->name} $request->q {$this->items['a'][0]} ${id}";
        $raw = 'plain \n' . $id . PHP_EOL;
        $here = <<<SQL
            select * from t where id = '$id'
            SQL;
        $now = <<<'TXT'
            no $id
            TXT;
        [$a, , 'k' => $b] = [1, 2, 'k' => 3];
        list($c, list($d)) = $x;
        $i = 0; $i++; --$i; $i .= 'x'; $i ??= 2; $i **= 2; $i = -$i; $i = ~$i; $i <<= 1;
        $both = $i > 0 && !($page === null) || $id instanceof Tour xor $i <=> 1;
        $chosen = $both ? $id : ($page ?: $raw) ?? $text;
        $cast = (int) $id; $other = (string) $page; $arr = (array) $id;
        $list = [1, ...$names, 'k' => $id, $id => 2];
        $old = array(1, 2);
        $list[] = $id;
        $list['k']['l'] = $list[0];
        $this->store->items[$id] = $text;
        $object = new \stdClass; $object->{$id} = 1; $object?->deep?->call($id);
        $class = new $id($i); $anon = new class($id) extends Base { public function run() { return 1; } };
        $copy = clone $object;
        if (isset($_GET['id'], $list[0]) && !empty($id)) return $text;
        elseif ($i == 1) { unset($list['k']); }
        else { throw new \RuntimeException("no $i"); }
        for ($k = 0, $n = 3; $k < $n; $k++) { if ($k == 1) continue; if ($k == 2) break; }
        foreach ($list as $key => &$each) use_it($each);
        foreach ($list as [$p, $q]): echo $p, $q; endforeach;
        while (true) { do { $i--; } while ($i > 0); break 1; }
        switch ($id) { case 'a': case 'b': use_it('ab'); break; default: use_it($id); }
        $kind = match (true) { $i < 1, $i > 9 => 'out', default => 'in' };
        try { parse($id); } catch (\InvalidArgumentException | \TypeError $e) { throw $e; } finally { close(); }
        $f = function ($x) use ($id, &$list) { return $x . $id; };
        $g = fn(int $x): int => $x * 2;
        $h = strlen(...);
        array_map(fn($x) => trim($x), $list);
        call_user_func([$this, 'find'], $id);
        Store::make($id)->save(name: $id, count: 2);
        parent::find($request, $id); static::of($id); $class::CONSTANT; $class::$static; $this->{'me' . 'thod'}($id);
        $$id = 1;
        echo "a", $id; print $id; @unlink($id); `ls $id`;
        global $db; static $calls = 0;
        yield $id => 1; yield from $list;
        exit("bye $id");
    }

    abstract protected function area(): int;
    public static function of($id): static { return new static($id); }
    public function __get($name) { return $this->items[$name]; }
}
interface Shape { const SIDES = 4; public function area(): int; }
trait Logs { protected $log = []; public function log($line) { $this->log[] = $line; } }
enum Color: string { case Red = 'r'; case Green = 'g'; public function label(): string { return $this->value; } }
function use_it(mixed $value = PREFIX, ...$more) { goto end; end: return $value; }
if ($argc > 1): echo $argv[1]; else: ?>
<p><?= $id ?></p>
<?php endif;
