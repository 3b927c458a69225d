# frozen_string_literal: true
require 'json'
require_relative 'other'

module Shop
  PREFIX = 'a' + "b"

  class Tour < Base
    include Comparable
    extend Forwardable
    attr_accessor :name, :size
    attr_reader :store
    before_action :check, only: [:show]
    has_many :items, dependent: :destroy
    @@count = 0
    LIMITS = { low: 1, 'high' => 2, "k#{1}": 3 }.freeze

    class << self
      def of(id) = new(id)
    end

    def self.twice(n)
      n * 2
    end

    def initialize(store, size = 3, *names, key:, flag: false, **options, &block)
      super(size)
      @store = store
      @name ||= names.first
      @@count += 1
      block.call(size)
    end

    def find(id)
      text = "Hello #{id} and #{id.strip}!" 'more'
      raw = 'plain #{id}'
      here = <<~SQL
        select * from t where id = '#{id}'
      SQL
      now = <<-'TXT'
        no #{id}
      TXT
      a, (b, *rest), c = 1, [2, 3], 4
      a, b = b, a
      i = 0
      i += 1
      i **= 2
      i &&= 3
      both = i > 0 && !id.nil? || id =~ /^a+#{i}/i and not c
      chosen = both ? id : raw
      list = [1, *rest, id]
      words = %w[a b]
      symbols = %i[a b]
      hash = { id: id, 'k' => 1, **options }
      list << id
      list[0] = list[-1]
      hash[:k] = list[1..2]
      obj.attr = id
      obj&.deep&.call(id)
      return text if id.is_a?(String)
      if i == 1 then use(1)
      elsif i == 2
        use(2)
      else
        raise ArgumentError, "no #{i}"
      end
      unless both
        use(both)
      end
      use(3) unless i.zero?
      for each in list do use(each) end
      while i < 10
        i += 1
        next if i == 3
        break if i == 5
      end
      i -= 1 until i.zero?
      begin
        parse(id)
      rescue ArgumentError, KeyError => e
        retry
      rescue
        use(e)
      else
        use(1)
      ensure
        close
      end
      kind = case i
             when 1, 2 then 'low'
             when 3..5 then 'mid'
             when String then 'text'
             else 'other'
             end
      case [id, i]
      in [String => s, Integer] if i > 1
        use(s)
      in { name: }
        use(name)
      else
        use(nil)
      end
      f = ->(x) { x + 1 }
      g = lambda do |x, y = 2|
        x + y
      end
      h = proc { |x| x }
      f.(1)
      g[1]
      list.each_with_index { |each, n| use(each, n) }
      list.map(&:strip).select { |x| x.start_with?(PREFIX) }.each do |x|
        yield x
      end
      list.each { use(_1) }
      send(:use, id)
      `ls #{id}`
      system("ls", id)
      %x(ls #{id})
      eval "1 + #{id}"
      puts __method__, self.class, Shop::Tour::LIMITS[:low], ::Top
      rows = Item.where("id = ?", id).order(params[:sort])
      redirect_to(action: 'show', id: id) and return
      defined?(x)
      -i + ~i % 2 <=> 3
      text
    end

    def check?(id) = id.present?

    def save!(record = nil, options = {})
      record.update(params.require(:item).permit(:a, b: []))
    end

    private

    def use(*values)
      values
    end
  end

  Point = Struct.new(:x, :y) do
    def sum
      x + y
    end
  end
end

get '/tour/:id' do |id|
  erb :show, locals: { id: params['id'] }
end
