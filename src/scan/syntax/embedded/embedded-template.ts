/**
 * A page with code in it seen as a program of that language: text becomes blanks, the marks around code become what separates statements,
 * and output as it is becomes a call of `ø`. Offsets and lines stay those of the page.
 */
export function codeOfTemplate(path: string, text: string): string | undefined {
  if (path.endsWith('.blade.php')) return codeOfBlade(text);
  const marks = marksOf(path);
  if (!marks) return undefined;
  let result = '';
  let from = 0;
  while (from < text.length) {
    const open = text.indexOf('<%', from);
    if (open === -1) break;
    const close = text.indexOf('%>', open + 2);
    if (close === -1) break;
    result += blank(text.slice(from, open)) + marks(text.slice(open, close + 2));
    from = close + 2;
  }
  return result + blank(text.slice(from));
}

/** Blade is read as the PHP that it becomes, as far as marks of the same length can say it: raw output, and blocks of code. */
function codeOfBlade(text: string): string {
  return text.replace(
    /\{\{--[\s\S]*?--\}\}|\{!!|!!\}|@php\b(?!\s*\()|@endphp\b/g,
    (mark) => bladeMarks.get(mark) ?? blank(mark),
  );
}

const bladeMarks = new Map([
  ['{!!', '<?='],
  ['!!}', '?> '],
  ['@php', '<?  '],
  ['@endphp', '?>     '],
]);

type Marks = (part: string) => string;

function marksOf(path: string): Marks | undefined {
  if (writesAsIs(path)) return plainRubyPart;
  if (/\.(?:erb|rhtml)$/i.test(path)) return rubyPart;
  if (/\.ejs$/i.test(path)) return scriptPart;
  if (/\.(?:jsp|jspf|jspx|tag)$/i.test(path)) return javaPart;
  return undefined;
}

/** `<%= x %>` is a statement; `<%== x %>` writes x as it is. */
function rubyPart(part: string): string {
  if (part.startsWith('<%#') || part.startsWith('<%%')) return blank(part);
  const end = part.endsWith('-%>') ? ' ; ' : '; ';
  if (part.startsWith('<%==')) return between(part, ';ø  ', end);
  // Between the head of a choice and the first of its ways nothing separates statements.
  if (/^<%-?\s*case\b/.test(part)) return between(part, part[2] === '-' ? ';  ' : '; ', blank(end));
  if (/^<%-?\s*(?:when|in)\b/.test(part)) return between(part, part[2] === '-' ? '   ' : '  ', end);
  return between(part, /^<%[=-]/.test(part) ? ';  ' : '; ', end);
}

/** Outside of Rails, whose pages are `app/views/…/name.html.erb`, ERB escapes nothing. */
export function writesAsIs(path: string): boolean {
  return /(?:^|\/)views\/(?:[^/]+\/)*[^/.]+\.erb$/i.test(path) && !/(?:^|\/)app\/views\//.test(path);
}

function plainRubyPart(part: string): string {
  return /^<%=(?!=)/.test(part) ? between(part, ';ø ', part.endsWith('-%>') ? ' ; ' : '; ') : rubyPart(part);
}

/** `<%- x %>` writes x as it is. */
function scriptPart(part: string): string {
  if (part.startsWith('<%#')) return blank(part);
  const isTrimmed = /[-_]%>$/.test(part);
  if (part.startsWith('<%-')) return between(part, ';ø(', isTrimmed ? ' );' : ');');
  return between(part, /^<%[=_]/.test(part) ? ';  ' : '; ', isTrimmed ? ' ; ' : '; ');
}

/** `<%= x %>` writes x as it is. */
function javaPart(part: string): string {
  if (part.startsWith('<%--') || part.startsWith('<%@')) return blank(part);
  if (part.startsWith('<%=')) return between(part, ';ø(', ');');
  return between(part, part.startsWith('<%!') ? ';  ' : '; ', '; ');
}

/** The code of a part, with other marks of the same length around it. */
function between(part: string, open: string, close: string): string {
  if (part.length < open.length + close.length) return blank(part);
  return open + part.slice(open.length, part.length - close.length) + close;
}

function blank(part: string): string {
  return part.replace(/[^\n\r]/g, ' ');
}
