# How data goes through a program: checks, collections, blocks, classes and what they leave behind.
require 'open3'

module Tools
  PREFIX = 'ls '.freeze
  ALLOWED = %w[asc desc].freeze
  TABLE = { 'a' => 'users', b: 'orders' }.freeze

  def self.shout(text)
    text.upcase + '!'
  end

  def quiet(text = 'none', *more, key: 'k', **rest, &block)
    block ? yield(text) : text.downcase
  end
end

class Store
  include Tools
  attr_accessor :name
  attr_reader :root
  @@count = 0

  def initialize(name, root: '/srv')
    @name = name
    @root = root
    @@count += 1
  end

  def self.make(name)
    new(name, root: '/tmp')
  end

  def place
    File.join(@root, @name)
  end

  def rename(name)
    self.name = name
    self
  end

  def read
    File.read(place)
  end

  def ==(other)
    other.name == name
  end
end

class Logged < Store
  def initialize(name)
    super(name, root: '/var')
    @log = []
  end

  def read
    @log << name
    super
  end
end

class FlowsController < ApplicationController
  before_action :set_item, only: %i[checks]

  def checks
    order = params[:order]
    name = params.fetch(:name, 'none')
    return head(:bad_request) unless Tools::ALLOWED.include?(order)

    User.where("a = 1 order by #{order}")
    if name =~ /\A[a-z]+\z/
      system("ls #{name}")
    elsif name.nil? || name.empty?
      system('ls ' + name)
    else
      system(Tools::PREFIX + name)
    end
    number = params[:n].to_i
    User.where("id = #{number} or id = #{Integer(params[:m])}")
    case name
    when 'one', 'two' then system(name)
    when /\A\d+\z/ then system(name)
    when String
      system(name)
    end
    base = File.basename(params[:path])
    File.open("/srv/#{base}")
    column = Tools::TABLE[params[:c]] || 'id'
    User.order(column)
    kind = order == 'asc' ? 'up' : name
    system kind unless kind == 'up'
    render html: "<p>#{name}</p>".html_safe
  rescue ArgumentError, KeyError => e
    render plain: e.message
  ensure
    @done = true
  end

  def collections
    list = [params[:a], 'b']
    list << params[:c]
    list.push('d').unshift('zero')
    first, *rest = list
    last = list.pop
    parts = params[:text].split(',').map(&:strip).reject(&:empty?)
    joined = parts.each_with_index.map { |part, index| "#{index}#{part}" }.join(' ')
    hash = { k: params[:k], 'l' => 'fixed', **params.to_unsafe_h }
    hash[:m] = params[:m]
    hash.delete(:k)
    hash.each { |key, value| system("#{key} #{value}") }
    hash.each_pair do |key, value|
      next if key == :l
      break if value.nil?
    end
    total = parts.inject('') { |sum, part| sum + part }
    total += '!' if total
    total <<= params[:t]
    picked = parts.select { |part| part.start_with?('a') }.first
    system(first, *rest)
    system("echo #{joined} #{total} #{picked} #{last} #{hash['l']}")
    words = %W[x#{params[:w]} y]
    a, (b, c) = 'x', [params[:y], 'z']
    a, b = b, a
    system(a)
    system(b + c)
    system(words[1])
    format('%s %05d', params[:f], 3).then { |text| system(text) }
    Open3.capture2("ls #{words[0]}")
    `ls #{params[:tick]}`
    %x(ls #{params[:x]})
    send(params[:method], 'fixed')
    (1..3).each { |i| system("ls #{i}") }
    3.times { system('ls') }
    until parts.empty?
      system(parts.shift)
    end
    eval(<<~CODE)
      run(#{params[:code]})
    CODE
  end

  def objects
    store = Logged.new(params[:name])
    store.read
    store.rename('fixed').read
    Store.make(params[:made]).read
    system(store.root + store.name)
    twice = ->(text, times = 2) { text * times }
    system(twice.call(params[:twice]))
    system(twice.('fixed'))
    later = nil
    set = proc { |value| later = value }
    set.call(params[:later])
    system(later)
    system(Tools.shout(params[:shout]))
    quiet(params[:quiet]) { |text| system(text) }
    state = 'start'
    while state != 'end'
      state = state == 'start' ? params[:state] : 'end'
    end
    system(state)
    begin
      raise params[:raised]
    rescue StandardError => error
      system(error.message)
    else
      later = 'fine'
    end
    @item ||= params[:item]
    system(@item) if @item&.length.to_i > 3
    case params
    in { a: String => text, b: [first, *] } if first
      system(text)
    in { c: nil }
      nil
    else
      redirect_to params[:next]
    end
    instance_variable_set(:@other, params[:other])
    define_method(:extra) { |x| system(x) }
    yield_self { |me| me }
  end

  private

  def set_item
    @item = Item.find_by("name = '#{params[:name]}'")
  end
end
