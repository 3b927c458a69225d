import { writesAsIs } from '../../../syntax/embedded/embedded-template.ts';

/** How a page marks what is put into it. */
export type TemplateSyntax =
  | 'erb'
  | 'plain-erb'
  | 'ejs'
  | 'jsp'
  | 'jinja'
  | 'twig'
  | 'blade'
  | 'mustache'
  | 'razor'
  | 'twirl'
  | 'freemarker'
  | 'velocity'
  | 'jelly'
  | 'vue'
  | 'svelte'
  | 'html'
  | 'go'
  | 'php'
  | 'android-manifest'
  | 'pug'
  | 'haml'
  | 'slim';

/** No page that people write has this length. */
export const maxPageLength = 1_000_000;

/** The syntax of a page by its name, or undefined where it is none. */
export function templateSyntaxOf(path: string): TemplateSyntax | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name.endsWith('.blade.php')) return 'blade';
  if (name.endsWith('.scala.html')) return 'twirl';
  if (name === 'androidmanifest.xml') return 'android-manifest';
  if (isPlainText(name)) return undefined;
  if (writesAsIs(path)) return 'plain-erb';
  return byExtension.get(name.slice(name.lastIndexOf('.') + 1));
}

/**
 * A page of Go: html/template escapes by the place that a value is put into, and lets no URL through that runs code. `{{ end }}` alone may be a variable of
 * another engine; a block that it closes is an error there.
 */
export function isGoPage(text: string): boolean {
  return !text.includes('{%') && goBlock.test(text) && /\{\{-?\s*end\s*-?\}\}/.test(text);
}

const goBlock = /\{\{-?\s*(?:if|range|with|define|block)\s+[^{}\s]/;

/** What a template writes is not for a browser. */
export function isTextTemplate(path: string): boolean {
  return isPlainText(path.slice(path.lastIndexOf('/') + 1).toLowerCase());
}

/** `mail.text.erb`, `nginx.conf.j2`. */
function isPlainText(name: string): boolean {
  return /\.(?:text|txt|csv|sql|sh|conf|cfg|ini|ya?ml|toml|service|rb|py|go|rs|java|tf|env|properties)\.(?:erb|haml|slim|twig|j2|jinja2?|hbs|handlebars|mustache|ejs)$/.test(
    name,
  );
}

/** A program that is a page as well: its markup counts, what it puts in is followed as code. */
export function isPageOfCode(path: string): boolean {
  return /\.(?:php\d?|phtml)$/i.test(path);
}

const byExtension = new Map<string, TemplateSyntax>([
  ['erb', 'erb'],
  ['rhtml', 'erb'],
  ['ejs', 'ejs'],
  ['jsp', 'jsp'],
  ['jspf', 'jsp'],
  ['tag', 'jsp'],
  ['jinja', 'jinja'],
  ['jinja2', 'jinja'],
  ['j2', 'jinja'],
  ['djhtml', 'jinja'],
  ['twig', 'twig'],
  ['hbs', 'mustache'],
  ['handlebars', 'mustache'],
  ['mustache', 'mustache'],
  ['cshtml', 'razor'],
  ['razor', 'razor'],
  ['ftl', 'freemarker'],
  ['ftlh', 'freemarker'],
  ['vm', 'velocity'],
  ['jelly', 'jelly'],
  ['vue', 'vue'],
  ['svelte', 'svelte'],
  ['html', 'html'],
  ['htm', 'html'],
  ['xhtml', 'html'],
  ['pug', 'pug'],
  ['jade', 'pug'],
  ['haml', 'haml'],
  ['slim', 'slim'],
]);
