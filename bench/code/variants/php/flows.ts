import { readForms } from '../forms.ts';

export const phpFlows = readForms(`
== local
§value = §in;
§out = §value;
== trimmed
§out = trim(strtolower(§in));
== list index
§list = ['first', §in, 'last'];
§out = §list[1];
== list push
§list = array();
§list[] = 'one';
§list[] = §in;
§out = §list[1];
== list loop
§list = [§in, 'x'];
§out = '';
foreach (§list as $each) {
    §out .= $each;
}
== map key
§map = [];
§map['kept'] = §in;
§map['other'] = 'fixed';
§out = §map['kept'];
== map literal
§map = ['kept' => §in, 'other' => 'fixed'];
§out = §map['kept'] ?? 'none';
== key and value
§map = ['kept' => §in];
foreach (§map as $key => $each) {
    §out = $each;
}
== property
$box = new §type();
$box->label = §in;
§out = $box->label;
-- members
class §type
{
    public $label;
    public $note;
}
== setter and getter
$box = new §type();
$box->setLabel(§in);
§out = $box->getLabel();
-- members
class §type
{
    private string $label = '';

    public function setLabel(string $v): void
    {
        $this->label = $v;
    }

    public function getLabel(): string
    {
        return $this->label;
    }
}
== constructor
$box = new §type(§in);
§out = $box->label();
-- members
class §type
{
    private $label;

    public function __construct($v)
    {
        $this->label = $v;
    }

    public function label()
    {
        return $this->label;
    }
}
== promoted constructor
$box = new §type(§in);
§out = $box->label;
-- members
class §type
{
    public function __construct(public readonly string $label)
    {
    }
}
== static method
§out = §type::same(§in);
-- members
class §type
{
    public static function same($v)
    {
        return $v;
    }
}
== static property
§type::$label = §in;
§out = §type::$label;
-- members
class §type
{
    public static $label = '';
}
== call
§out = §function(§in);
-- members
function §function($v)
{
    return '' . $v;
}
== two calls
§out = §function(§in);
-- members
function §function($v)
{
    return §function2($v);
}

function §function2($v)
{
    $same = $v;
    return $same;
}
== reference
§out = '';
§function(§in, §out);
-- members
function §function($v, &$to)
{
    $to = $v;
}
== other file
§out = §function(§in);
-- other
function §function($v)
{
    return $v;
}
== closure
$get = function () use (§in) {
    return §in;
};
§out = $get();
== arrow function
$same = fn($v) => $v;
§out = $same(§in);
== array map
§list = array_map(fn($v) => $v . '', [§in]);
§out = §list[0];
== switch
switch ($_SERVER['REQUEST_METHOD']) {
    case 'GET':
        §out = §in;
        break;
    default:
        §out = 'none';
}
== match
§out = match (true) {
    PHP_VERSION_ID > 1 => §in,
    default => 'none',
};
== condition
§out = 'none';
if (time() > 3) {
    §out = §in;
}
== alias
$at = &§in;
§out = $at;
== decoded
§out = urldecode(§in);
== split
§out = explode(',', §in)[0];
== destructured
[$one, §out] = ['fixed', §in];
== compact
$kept = §in;
§map = compact('kept');
§out = §map['kept'];
== try
try {
    §out = substr(§in, 0, 40);
} catch (Exception $e) {
    §out = '';
}
`);
