import { expect, test } from 'vitest';
import { foundInFiles } from '../support/found-in-files.ts';

/** A name such as `h` is a library's sanitizer only where the program does not define it. */
async function isReported(files: Record<string, string>): Promise<boolean> {
  const found = await foundInFiles(files);
  return found.some((line) => /^(?:medium|high|critical) /.test(line));
}

const page = (call: string) => ({ 'views/show.erb': `<form action="<%= ${call} %>">\n` });
const helper = (body: string) => ({ 'lib/helper.rb': `module Helper\n${body}\nend\n` });
const php = (call: string) => ({ 'show.php': `<?php\necho '<b>' . ${call} . '</b>';\n` });

const trusted: Array<[string, Record<string, string>]> = [
  ['a function of a library', page('u "/queues/#{params[:id]}"')],
  [
    'one of the program that escapes',
    { ...page('h params[:id]'), ...helper('def h(text) = CGI.escapeHTML(text.to_s)') },
  ],
  [
    'another name for one that escapes',
    { ...page('h params[:id]'), ...helper('include Rack::Utils\nalias_method :h, :escape_html') },
  ],
  ['a reader of that name', { ...page('h params[:id]'), ...helper('def h\n@hue\nend') }],
  [
    'a method of a class that nothing includes',
    {
      ...page('sanitize params[:id]'),
      'lib/cleaner.rb': 'class Cleaner\ndef sanitize(text)\ntext.strip\nend\nend\n',
    },
  ],
  [
    'several escapes of one value',
    {
      'app.rb': 'get \'/\' do\n"<b>" + h(params[:id]) + u(params[:id]) + CGI.escapeHTML(params[:id])\nend\n',
    },
  ],
  ['a global function of a framework', php("e($_GET['a'])")],
  [
    'a global function of the program that escapes',
    {
      ...php("h($_GET['a'])"),
      'lib.php': '<?php\nfunction h($s) { return htmlspecialchars($s, ENT_QUOTES); }\n',
    },
  ],
  [
    'one that does something which is not understood',
    {
      ...php("esc_html($_GET['a'])"),
      'lib.php': "<?php\nfunction esc_html($s) { return apply_filters('esc_html', clean_up($s), $s); }\n",
    },
  ],
];

const reported: Array<[string, Record<string, string>]> = [
  ['a method of a module', { ...page('h params[:id]'), ...helper('def h(text)\ntext.to_s.strip\nend') }],
  [
    'another name for one, by a call',
    {
      ...page('u "/queues/#{params[:id]}"'),
      ...helper('def url_path(*parts)\n[prefix, parts].join("/")\nend\nalias_method :u, :url_path'),
    },
  ],
  [
    'another name for one, by a word',
    { ...page('h params[:id]'), ...helper('def short(text)\ntext[0, 20]\nend\nalias h short') },
  ],
  [
    'a helper of an application',
    {
      ...page('h params[:id]'),
      'app.rb': 'class App < Sinatra::Base\nhelpers do\ndef h(text)\ntext.to_s\nend\nend\nend\n',
    },
  ],
  [
    'a helper of the same file',
    {
      'app.rb':
        "require 'sinatra'\nhelpers do\ndef h(text)\ntext.to_s\nend\nend\nget '/' do\n\"<b>\" + h(params[:id])\nend\n",
    },
  ],
  [
    'a global function',
    { ...php("h($_GET['a'])"), 'lib.php': '<?php\nfunction h($s) { return trim($s); }\n' },
  ],
  [
    'a global function called like a framework’s',
    { ...php("esc_html($_GET['a'])"), 'lib.php': '<?php\nfunction esc_html($s) { return trim($s); }\n' },
  ],
];

test.each(trusted)('is believed: %s', async (_, files) => {
  expect(await isReported(files)).toBe(false);
});

test.each(reported)('is not believed where it is one of the program: %s', async (_, files) => {
  expect(await isReported(files)).toBe(true);
});
