import { type Emitter, indent } from '../emitter.ts';
import { readForms } from '../forms.ts';
import { rubyClasses } from './classes.ts';
import { rubyFlows } from './flows.ts';
import { rubySafeFlows } from './safe-flows.ts';

/** Actions of Rails controllers, and routes of Sinatra. */
export const rubyEmitter: Emitter = {
  language: 'ruby',
  quote: (text) => `"${text.replace(/["\\#]/g, '\\$&')}"`,
  sources: readForms(`
== symbol
§out = params[:q]
== string
§out = params['q']
== fetch
§out = params.fetch(:q, '')
== nested
§out = params[:item][:q]
== dig
§out = params.dig(:item, :q).to_s
== cookie
§out = cookies[:q]
== header
§out = request.headers['X-Query']
== query
§out = request.query_parameters[:q]
== body
§out = request.body.read
== json body
payload = JSON.parse(request.body.read)
§out = payload['q']
== default
§out = params[:q] || 'none'
== safe call
§out = params[:q]&.strip
`),
  builds: readForms(`
== plus
§out = §before + §in + §after
== interpolated
§out = "§rawbefore#{§in}§rawafter"
== format
§out = format('%s%s%s', §before, §in, §after)
== percent
§out = '%s%s%s' % [§before, §in, §after]
== shovel
§out = +§before
§out << §in
§out << §after
== join
§out = [§before, §in, §after].join
== append
§out = §before
§out += §in
§out += §after
== concat
§out = String.new(§before)
§out.concat(§in, §after)
== heredoc
§out = <<~TEXT
  §rawbefore#{§in}§rawafter
TEXT
`),
  flows: rubyFlows,
  safeFlows: rubySafeFlows,
  fillers: readForms(`
== length
§filler = 'abc'.length
== loop
3.times { |§filler| Rails.logger.debug("round #{§filler}") }
== date
§filler = Time.now.year + 1
`),
  helper: (name, parameter, body) => [`def ${name}(${parameter})\n${indent(body, '  ')}\nend`],
  callHelper: (name, value, elsewhere) => [`${elsewhere ? 'Support.' : ''}${name}(${value})`],
  assemble: ({ id, body, members, other }) => {
    const isRoute = Number(id.slice(1)) % 4 === 3;
    const files = [
      isRoute
        ? { name: 'app.rb', text: route(id, body, members) }
        : { name: 'items_controller.rb', text: controller(body, members) },
    ];
    if (other.length)
      files.push({
        name: 'support.rb',
        text: `module Support\n  extend self\n\n${other.map((part) => indent([part], '  ')).join('\n\n')}\nend\n`,
      });
    return files;
  },
  classes: rubyClasses,
};

function controller(body: readonly string[], members: readonly string[]): string {
  const rest = members.map((part) => `\n${indent([part], '  ')}\n`).join('');
  return `class ItemsController < ApplicationController\n  def show\n${indent(body, '    ')}\n  end\n${rest}end\n`;
}

function route(id: string, body: readonly string[], members: readonly string[]): string {
  const before = members.map((part) => `${part}\n\n`).join('');
  return `require 'sinatra'\n\n${before}get '/${id.toLowerCase()}' do\n${indent(body, '  ')}\n  'done'\nend\n`;
}
