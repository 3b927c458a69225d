import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();

/** Lines of a program that data reaches as a part of a path or of SQL. */
async function found(text: string): Promise<number[]> {
  const path = 'app.rb';
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare!([path]);
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  return engine
    .analyse(file, tools)
    .findings.filter(({ trace }) => trace !== undefined)
    .map(({ startLine }) => startLine);
}

const sinatra = (route: string, parameter: string, value: string, settings = '') =>
  found(`require 'sinatra'${settings}\nget ${route} do ${parameter}\n  File.read("/srv/#{${value}}")\nend\n`);

test.each([
  ['%r{/files/([a-z0-9]+)}', '|name|', 'name', []],
  ['%r{/files/(\\w+)/(\\d+)}', '|name, page|', 'name', []],
  ['%r{/files/(?<name>[a-z]+)}', '', 'params[:name]', []],
  ['%r{/files/(?:a|b)/([a-z]+)}', '|name|', 'name', []],
  ['%r{/files/(.+)}', '|name|', 'name', [3]],
  // What a group leaves out may stand there in another form, which is decoded afterwards.
  ['%r{/files/([^/]+)}', '|name|', 'name', [3]],
  ['%r{/files/(\\d+)/(.*)}', '|page, name|', 'name', [3]],
  ['%r{/files/(?<page>\\d+)}', '', 'params[:name]', [3]],
  ["'/files/:name'", '', 'params[:name]', [3]],
])('the route %s with %s reads %s', async (route, parameter, value, lines) => {
  expect(await sinatra(route, parameter, value, '; disable :protection')).toEqual(lines);
});

test.each([
  ["'/files/:name'", '', 'params[:name]', []],
  ["'/files/:name'", '|name|', 'name', []],
  ["'/:folder/files/*'", '|folder, name|', 'name', []],
  ['%r{/files/(.+)}', '|name|', 'name', []],
  ['%r{/files/(?<name>.+)}', '', 'params[:name]', []],
  ["'/files/*'", '', 'request.path_info', []],
  ["'/files/*'", '', 'params[:name]', [3]],
  ["'/files/:name'", '', 'params[:other]', [3]],
  ["'/files/:name'", '', 'request.query_string', [3]],
])('a path is cleaned before the route %s with %s reads %s', async (route, parameter, value, lines) => {
  expect(await sinatra(route, parameter, value)).toEqual(lines);
});

test.each([
  ['disable :protection', [3]],
  ['set :protection, false', [3]],
  ['set :protection, except: :path_traversal', [3]],
  ['set :protection, except: [:json_csrf, :path_traversal]', [3]],
  ['set :protection, except: :json_csrf', []],
  ['enable :sessions', []],
])('a program that says %s', async (setting, lines) => {
  expect(await sinatra("'/files/:name'", '', 'params[:name]', `; ${setting}`)).toEqual(lines);
});

const grape = (declared: string, value: string, more = '') =>
  found(
    `class Items < Grape::API\n  params do\n    ${declared}\n  end\n${more}  get '/items' do\n    ActiveRecord::Base.connection.execute("SELECT * FROM items WHERE a = '#{${value}}'")\n  end\nend\n`,
  );

test.each([
  ['requires :id, type: Integer', 'params[:id]', []],
  ['requires :id, :other, type: Integer', 'params[:other]', []],
  ['optional :on, type: Date', "params['on']", []],
  ['optional :on, type: Grape::API::Boolean', 'params[:on]', []],
  ['requires :order, type: String, values: %w[asc desc]', 'params[:order]', []],
  ['requires :code, type: String, regexp: /\\A[a-z]+\\z/', 'params[:code]', []],
  ['requires :code, type: String, regexp: /[a-z]+/', 'params[:code]', [6]],
  ['requires :name, type: String', 'params[:name]', [6]],
  ['requires :id, type: Integer', 'params[:name]', [6]],
])('%s, and %s is read', async (declared, value, lines) => {
  expect(await grape(declared, value)).toEqual(lines);
});

test('what is declared holds for one route', async () => {
  const other = "  get '/other' do\n    1\n  end\n";
  expect(await grape('requires :id, type: Integer', 'params[:id]', other)).toEqual([9]);
});
