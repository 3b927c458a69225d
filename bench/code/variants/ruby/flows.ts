import { readForms } from '../forms.ts';

export const rubyFlows = readForms(`
== local
§value = §in
§out = §value
== trimmed
§out = §in.to_s.strip.downcase
== array index
§list = ['first', §in, 'last']
§out = §list[1]
== array push
§list = []
§list << 'one'
§list << §in
§out = §list[1]
== array push call
§list = Array.new
§list.push(§in)
§out = §list.first
== array loop
§list = [§in, 'x']
§out = ''
§list.each do |each|
  §out += each
end
== map
§list = [§in].map { |v| v.to_s }
§out = §list[0]
== map by name
§out = [§in].map(&:to_s).first
== inject
§out = ['a', §in].inject('') { |sum, v| sum + v }
== select
§out = [§in].select { |v| v.length > 1 }.first
== hash key
§map = {}
§map[:kept] = §in
§map[:other] = 'fixed'
§out = §map[:kept]
== hash literal
§map = { kept: §in, other: 'fixed' }
§out = §map[:kept]
== hash fetch
§map = { 'kept' => §in }
§out = §map.fetch('kept')
== hash merge
§map = { other: 'fixed' }.merge(kept: §in)
§out = §map[:kept]
== nested hash
§map = { a: { b: §in } }
§out = §map.dig(:a, :b)
== hash each
§map = { kept: §in }
§out = ''
§map.each { |key, each| §out = each }
== instance variable
@kept = §in
§out = @kept
== attribute
box = §type.new
box.label = §in
§out = box.label
-- members
class §type
  attr_accessor :label, :note
end
== constructor
box = §type.new(§in)
§out = box.label
-- members
class §type
  attr_reader :label

  def initialize(v)
    @label = v
  end
end
== method of an object
box = §type.new(§in)
§out = box.shown
-- members
class §type
  def initialize(v)
    @label = v
  end

  def shown
    "#{@label}"
  end
end
== setter and getter
box = §type.new
box.keep(§in)
§out = box.kept
-- members
class §type
  def keep(v)
    @label = v
  end

  def kept
    @label
  end
end
== class method
§out = §type.same(§in)
-- members
class §type
  def self.same(v)
    v
  end
end
== struct
holder = Struct.new(:label)
box = holder.new(§in)
§out = box.label
== call
§out = §function(§in)
-- members
def §function(v)
  '' + v
end
== two calls
§out = §function(§in)
-- members
def §function(v)
  §function2(v)
end

def §function2(v)
  same = v
  same
end
== keyword argument
§out = §function(v: §in)
-- members
def §function(v:, w: 'x')
  return v
end
== yield
§out = ''
§function(§in) { |v| §out = v }
-- members
def §function(v)
  yield v
end
== block result
§out = §function { §in }
-- members
def §function(&block)
  block.call
end
== other file
§out = Support.§function(§in)
-- other
def §function(v)
  v.to_s
end
== lambda
same = ->(v) { v }
§out = same.call(§in)
== proc
same = proc { |v| v }
§out = same.(§in)
== case
§out = case Time.now.hour
       when 1, 2 then §in
       else §in + ''
       end
== case statement
case Time.now.wday
when 1
  §out = §in
else
  §out = 'none'
end
== if value
§out = if Time.now.hour > 3
         §in
       else
         'none'
       end
== modifier
§out = 'none'
§out = §in if Time.now.hour > 3
== or
§out = nil || §in
== or equals
§out = nil
§out ||= §in
== ternary
§out = Time.now.hour > 3 ? §in : 'none'
== decoded
§out = CGI.unescape(§in)
== base64
§out = Base64.decode64(§in)
== split
§out = §in.split(',').first
== destructured
one, §out = ['fixed', §in]
== replaced
§out = §in.gsub('x', 'y')
== begin
begin
  §out = §in[0, 40]
rescue StandardError
  §out = ''
end
== rescue modifier
§out = (§in + '') rescue ''
== tap
§out = §in.tap { |v| Rails.logger.debug(v.length) }
== then
§out = §in.then { |v| v + '' }
== dup
§out = §in.dup
`);
