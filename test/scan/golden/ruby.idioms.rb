# Calls, literals and branches that a tour of the grammar passes by.
require 'set'
class Account < ApplicationRecord
  include Payable
  attr_accessor :owner, :total
  private_class_method def self.hidden(x) = x
  private def secret(key, (left, right), *rest, opt: 1, need:, **more, &block)
    @@count += 1
    @owner ||= key
    return left, right if key
    yield key, rest
  end
  memoize def self.load(id) = find(id)
end

class Loose
  include First
  extend Second
  prepend Third
end

def top(value = ?a)
  made = Account.new(value, "k" => 1, sym: 2)
  empty = String.new
  text = String.new("x")
  code = Proc.new { |x| x }
  made.exclude?(value)
  made.include?(value)
  value.match?(/\A[a-z]+\z/)
  value.match(pattern)
  value.send(:upcase, 1)
  value.public_send("name", *value)
  value.send(method, **made)
  value.then(&:strip)
  helper value
  helper
  self.total = 1
  made&.total
  made::total
  made.(value)
  kind = case value
         when /\A\d+\z/ then 1
         when String, Symbol then "s"
         when 1..5 then 2
         else nil
         end
  other = if value then 1 elsif made then 2 end
  last = unless value then 3 else 4 end
  none = if value then 5 end
  case
  when value then 1
  end
  case value
  in { name: String => found, age: } then found
  in [first, *others] if first
    others
  in nil
    exit
  else
    abort
  end
  begin
    risky
  rescue ArgumentError, TypeError => error
    retry
  rescue
    raise
  else
    ok
  ensure
    done
  end
  risky rescue nil
  exit unless value
  exit(1) if value
  value and made or return
  not value
  a, (b, *c), d = value
  a[0], value.name = 1, 2
  a, b = b, a
  a[1, 2] = 3
  a[] = 4
  words = %w[one two #{three}]
  marks = %i[one two]
  shell = `ls #{value}`
  other_shell = %x(ls)
  long = <<~TEXT + 'it''s' "two"
    one #{value}
      two
  TEXT
  raw = <<-'RAW'
    #{not} \n
  RAW
  numbers = [0b11, 0o17, 017, 0xff, 1_000, 1.5e3, 2r, 3i]
  strings = ["\x41\u00e9\u{1F600}\101\n\e\s\q", 'a\'b\\c\n', %q(it's), %Q(#{value}), :"sym#{value}", :'quoted']
  patterns = [%r{a/b}i, /#{value}/mx, %r(plain)]
  ranges = [1..2, 1...value, (1..), ..2]
  hash = { 'a' => 1, b: 2, "c d": 3, **more, value: }
  list = [*value, 1]
  (one; two)
  loop { break value }
  while value do next end
  until value do redo end
  begin; value; end while made
  for x, y in value do puts x end
  ->(x, y = 1) { x }
  lambda do |x; local| x end
  defined?(value)
  __method__
  $stdout.puts value, $1
  Account::Nested::CONST
  ::Root
  super
  super(value)
  alias old top
  undef top
  BEGIN { }
  [value].each_with_object({}) do |(k, v), memo| memo[k] = v end
  value.map do _1 + 1 end
end
