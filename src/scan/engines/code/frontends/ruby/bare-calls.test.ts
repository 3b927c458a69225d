import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** The lines at which a statement is built from what was sent. */
async function linesOf(body: string): Promise<number[]> {
  const text = `require 'sinatra'\nrequire 'sqlite3'\nDB = SQLite3::Database.new('x')\n${body}\n`;
  const findings = await findingsIn({ 'app.rb': text });
  return findings.filter(({ cwe }) => cwe.includes('CWE-89')).map(({ startLine }) => startLine);
}

const query = "get('/') { DB.execute(\"select * from t where a = '#{name}'\") }";

test('a method of the file is called by its bare name, also from a block', async () => {
  expect(await linesOf(`def name\n  params[:n]\nend\n${query}`)).toEqual([7]);
  expect(await linesOf(`def name = params[:n]\n${query}`)).toEqual([5]);
  expect(await linesOf(`def name\n  'fixed'\nend\n${query}`)).toEqual([]);
});

test('so is one that is written in a block of helpers', async () => {
  expect(await linesOf(`helpers do\n  def name\n    params[:n]\n  end\nend\n${query}`)).toEqual([9]);
  expect(await linesOf(`helpers do\n  def name\n    params[:n].to_i\n  end\nend\n${query}`)).toEqual([]);
});

test('a variable of the same name hides it', async () => {
  const hidden = query.replace('{ DB', "{ name = 'fixed'; DB");
  expect(await linesOf(`def name\n  params[:n]\nend\n${hidden}`)).toEqual([]);
});
