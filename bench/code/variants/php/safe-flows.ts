import { readForms } from '../forms.ts';

export const phpSafeFlows = readForms(`
== constant
§value = §in;
§out = 'fixed';
== overwritten
§out = §in;
§out = 'fixed';
== constant branch
§out = 'fixed';
if (9 * 14 + 106 < 200) {
    §out = §in;
}
== constant variable branch
§filler = 86;
if ((6 * 49) - §filler > 200) {
    §out = 'fixed';
} else {
    §out = §in;
}
== constant ternary
§filler = 3;
§out = §filler > 2 ? 'fixed' : §in;
== other key
§map = ['kept' => §in, 'other' => 'fixed'];
§out = §map['other'];
== other element
§list = ['fixed', §in];
§out = §list[0];
== shifted off
§list = [];
§list[] = §in;
§list[] = 'fixed';
array_shift(§list);
§out = §list[0];
== other property
$box = new §type();
$box->label = §in;
$box->note = 'fixed';
§out = $box->note;
-- members
class §type
{
    public $label;
    public $note;
}
== intval
§out = intval(§in);
== cast
§out = (int) §in;
== allow list
$allowed = ['red', 'blue'];
if (!in_array(§in, $allowed, true)) {
    exit('no');
}
§out = §in;
== chosen from a list
§out = in_array(§in, ['red', 'blue'], true) ? §in : 'red';
== switch to constants
switch (§in) {
    case 'a':
        §out = 'first';
        break;
    case 'b':
        §out = 'second';
        break;
    default:
        §out = 'none';
}
== match to constants
§out = match (§in) {
    'a' => 'first',
    'b' => 'second',
    default => 'none',
};
== lookup
$known = ['a' => 'first', 'b' => 'second'];
§out = $known[§in] ?? 'none';
== pattern
if (!preg_match('/^[a-z0-9]+$/D', §in)) {
    exit;
}
§out = §in;
-- not code-injection command-injection deserialization
== letters only
if (!ctype_alnum(§in)) {
    die('no');
}
§out = §in;
-- not code-injection command-injection deserialization
== ignored argument
§out = §function(§in);
-- members
function §function($v)
{
    return strlen($v) > 9 ? 'long' : 'short';
}
== ignored elsewhere
§out = §function(§in);
-- other
function §function($v)
{
    return 'fixed';
}
== equality
if (§in !== 'red' && §in !== 'blue') {
    exit;
}
§out = §in;
== hashed
§out = hash('sha256', §in);
`);
