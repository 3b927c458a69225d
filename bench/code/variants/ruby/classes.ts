import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Where untrusted text does harm in Ruby, and the same uses done well. */
export const rubyClasses: Emitter['classes'] = {
  'sql-injection': {
    sinks: readForms(`
== where
rows = User.where(§in).to_a
-- text name = '|'
== find by sql
rows = User.find_by_sql(§in)
-- text SELECT * FROM users WHERE city = '|'
== connection
ActiveRecord::Base.connection.execute(§in)
-- text DELETE FROM notes WHERE owner = '|'
== order
rows = User.all.order(§in)
-- text | DESC
== list condition
rows = User.where([§in, 3])
-- text age > ? AND city = '|'
== joins
rows = User.joins(§in).count
-- text LEFT JOIN notes ON notes.owner = '|'
== mysql
client = Mysql2::Client.new(host: 'db')
rows = client.query(§in)
-- text SELECT id FROM users WHERE id = |
== sqlite
db = SQLite3::Database.new('app.db')
rows = db.execute(§in)
-- text SELECT id FROM users WHERE id = |
== pluck
rows = User.where(active: true).pluck(§in)
-- text |
== postgres
conn = PG.connect(dbname: 'shop')
conn.exec(§in)
-- text SELECT id FROM users WHERE name = '|'
`),
    safe: readForms(`
== placeholder
rows = User.where('name = ?', §in)
== named placeholder
rows = User.where('name = :name', name: §in)
== hash
rows = User.where(name: §in)
== find by
row = User.find_by(name: §in)
== bound
db = SQLite3::Database.new('app.db')
rows = db.execute('SELECT id FROM users WHERE name = ?', [§in])
== quoted
quoted = ActiveRecord::Base.connection.quote(§in)
rows = User.where("name = #{quoted}")
== sanitized
rows = User.where(ActiveRecord::Base.sanitize_sql_array(['name = ?', §in]))
`),
  },
  'command-injection': {
    sinks: readForms(`
== system
system(§in)
-- text ls -l |
== backticks
result = \`#{§in}\`
-- text ping -c 1 |
== exec
exec(§in)
-- text du -sh |
== percent x
result = %x(#{§in})
-- text cat /srv/|
== popen
pipe = IO.popen(§in)
-- text host |
== open3
out, status = Open3.capture2(§in)
-- text host |
== spawn
pid = Process.spawn(§in)
-- text tar cf /tmp/x |
== shell by hand
system('sh', '-c', §in)
-- text ls |
`),
    safe: readForms(`
== escaped
system("ls -l #{Shellwords.escape(§in)}")
== own escape
result = \`ls #{§in.shellescape}\`
== fixed
result = \`uptime\`
Rails.logger.debug(§in.length)
`),
  },
  'code-injection': {
    sinks: readForms(`
== eval
eval(§in)
-- text 1 + |
== instance eval
Object.new.instance_eval(§in)
-- text @x = |
== class eval
String.class_eval(§in)
-- text |
== send
User.new.send(§in)
== constantize
kind = §in.constantize
== const get
kind = Object.const_get(§in)
`),
    safe: readForms(`
== decoded
data = JSON.parse(§in)
== fixed method
User.new.send(:rename, §in)
== block
User.class_eval { attr_reader :x }
Rails.logger.debug(§in.length)
`),
  },
  'path-traversal': {
    sinks: readForms(`
== read
data = File.read(§in)
-- text /srv/files/|
== open
File.open(§in) { |f| f.read }
-- text /srv/files/|.txt
== send file
send_file §in
-- text uploads/|
== joined
data = File.read(File.join('/srv/files', §in))
== delete
FileUtils.rm_rf(§in)
-- text /srv/files/|
== root
data = Rails.root.join('files', §in).read
== write
File.write(§in, 'x')
-- text /srv/files/|
`),
    safe: readForms(`
== base name
data = File.read(File.join('/srv/files', File.basename(§in)))
== kept inside
full = File.expand_path(§in, '/srv/files')
raise ArgumentError unless full.start_with?('/srv/files/')
data = File.read(full)
== fixed file
data = File.read('/srv/files/list.txt')
Rails.logger.debug(§in.length)
`),
  },
  xss: {
    sinks: readForms(`
== html safe
@shown = §in.html_safe
-- text <p>|</p>
== raw
@shown = raw(§in)
-- text <b>|</b>
== render html
render html: §in.html_safe
== buffer
@shown = ActiveSupport::SafeBuffer.new(§in)
-- text <i>|</i>
`),
    safe: readForms(`
== escaped
@shown = "<p>#{ERB::Util.html_escape(§in)}</p>".html_safe
== sanitized
@shown = raw(sanitize(§in))
== plain
@shown = §in
== json
render json: { q: §in }
== cgi
@shown = "<b>#{CGI.escapeHTML(§in)}</b>".html_safe
`),
  },
  ssrf: {
    sinks: readForms(`
== net http
body = Net::HTTP.get(URI(§in))
== open uri
body = URI.open(§in).read
== httparty
answer = HTTParty.get(§in)
== faraday
answer = Faraday.get(§in)
== host
answer = HTTParty.get(§in)
-- text https://|/status
== rest client
answer = RestClient.get(§in)
== net http response
answer = Net::HTTP.get_response(URI.parse(§in))
`),
    safe: readForms(`
== query of a fixed host
answer = HTTParty.get("https://api.service.internal/search?q=#{CGI.escape(§in)}")
== fixed address
answer = Faraday.post('https://api.service.internal/', q: §in)
== checked host
uri = URI.parse(§in)
raise ArgumentError unless uri.host == 'api.service.internal'
answer = Net::HTTP.get(uri)
== listed host
uri = URI.parse(§in)
raise ArgumentError unless %w[a.internal b.internal].include?(uri.host)
answer = Net::HTTP.get(uri)
`),
  },
  'open-redirect': {
    sinks: readForms(`
== redirect
redirect_to §in
== allowed elsewhere
redirect_to(§in, allow_other_host: true)
== host
redirect_to §in
-- text https://|/
== sinatra
redirect §in
`),
    safe: readForms(`
== own path
redirect_to "/search?q=#{CGI.escape(§in)}"
== fixed
redirect_to root_path
Rails.logger.debug(§in.length)
== helper
redirect_to item_path(§in)
`),
  },
  deserialization: {
    sinks: readForms(`
== marshal
data = Marshal.load(§in)
== yaml
data = YAML.unsafe_load(§in)
== yaml load
data = YAML.load(§in)
== decoded
data = Marshal.load(Base64.decode64(§in))
`),
    safe: readForms(`
== json
data = JSON.parse(§in)
== safe yaml
data = YAML.safe_load(§in)
`),
  },
  ssti: {
    sinks: readForms(`
== erb
page = ERB.new(§in).result
-- text <h1>|</h1>
== inline
render inline: §in
-- text <h1>|</h1>
== tilt
page = Tilt::ERBTemplate.new(§in).render
`),
    safe: readForms(`
== value of a template
render :show, locals: { name: §in }
== fixed template
page = ERB.new('<h1><%= name %></h1>').result_with_hash(name: ERB::Util.h(§in))
`),
  },
  'ldap-injection': {
    sinks: readForms(`
== filter
filter = Net::LDAP::Filter.construct(§in)
-- text (uid=|)
== search
ldap = Net::LDAP.new
ldap.search(base: 'dc=corp', filter: §in)
-- text (cn=|)
`),
    safe: readForms(`
== built filter
filter = Net::LDAP::Filter.eq('uid', §in)
== escaped
filter = Net::LDAP::Filter.construct("(uid=#{Net::LDAP::Filter.escape(§in)})")
`),
  },
  'xpath-injection': {
    sinks: readForms(`
== nokogiri
doc = Nokogiri::XML(File.read('users.xml'))
nodes = doc.xpath(§in)
-- text //user[name='|']
== rexml
nodes = REXML::XPath.match(document, §in)
-- text //user[@id='|']
`),
    safe: readForms(`
== variable
doc = Nokogiri::XML(File.read('users.xml'))
nodes = doc.xpath('//user[name=$name]', nil, name: §in)
== fixed
doc = Nokogiri::XML(File.read('users.xml'))
nodes = doc.xpath('//user').select { |node| node['name'] == §in }
`),
  },
};
