import { readForms } from '../forms.ts';

export const rubySafeFlows = readForms(`
== constant
§value = §in
§out = 'fixed'
== overwritten
§out = §in
§out = 'fixed'
== constant branch
§out = 'fixed'
if 9 * 14 + 106 < 200
  §out = §in
end
== constant variable branch
§filler = 86
if (6 * 49) - §filler > 200
  §out = 'fixed'
else
  §out = §in
end
== constant modifier
§filler = 3
§out = 'fixed'
§out = §in unless §filler > 2
== constant ternary
§filler = 3
§out = §filler > 2 ? 'fixed' : §in
== other key
§map = { kept: §in, other: 'fixed' }
§out = §map[:other]
== other element
§list = ['fixed', §in]
§out = §list[0]
== last of list
§list = []
§list << §in
§list << 'fixed'
§out = §list.last
== shifted off
§list = [§in, 'fixed']
§list.shift
§out = §list[0]
== other attribute
box = §type.new
box.label = §in
box.note = 'fixed'
§out = box.note
-- members
class §type
  attr_accessor :label, :note
end
== to_i
§out = §in.to_i
== Integer
§out = Integer(§in)
== allow list
unless %w[red blue].include?(§in)
  raise ArgumentError
end
§out = §in
== allow list constant
§value = ['red', 'blue'].freeze
raise ArgumentError unless §value.include?(§in)
§out = §in
== chosen from a list
§out = %w[red blue].include?(§in) ? §in : 'red'
== in
raise ArgumentError unless §in.in?(%w[red blue])
§out = §in
== case to constants
§out = case §in
       when 'a' then 'first'
       when 'b' then 'second'
       else 'none'
       end
== case statement to constants
case §in
when 'a'
  §out = 'first'
else
  §out = 'none'
end
== lookup
known = { 'a' => 'first', 'b' => 'second' }
§out = known[§in] || 'none'
== lookup fetch
known = { 'a' => 'first', 'b' => 'second' }.freeze
§out = known.fetch(§in, 'none')
== pattern
raise ArgumentError unless §in.match?(/\\A[a-z0-9]+\\z/)
§out = §in
-- not code-injection command-injection deserialization
== pattern operator
raise ArgumentError unless §in =~ /\\A\\d+\\z/
§out = §in
== ignored argument
§out = §function(§in)
-- members
def §function(v)
  v.length > 9 ? 'long' : 'short'
end
== ignored elsewhere
§out = Support.§function(§in)
-- other
def §function(v)
  'fixed'
end
== equality
raise ArgumentError if §in != 'red' && §in != 'blue'
§out = §in
== hashed
§out = Digest::SHA256.hexdigest(§in)
== own lambda
pick = ->(v) { 'fixed' }
§out = pick.call(§in)
== early constant
§out = §function(§in)
-- members
def §function(v)
  return 'fixed'
  v
end
`);
