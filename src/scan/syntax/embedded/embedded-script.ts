/**
 * A single-file component seen as a script: all but the content of `<script>` elements becomes blanks, so that offsets and
 * lines stay those of the file.
 */
export function maskOutsideScripts(text: string): string {
  const blank = (part: string) => part.replace(/[^\n\r]/g, ' ');
  const opening = /<script\b[^>]*>/gi;
  let result = '';
  let from = 0;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const start = match.index + match[0].length;
    const closing = text.indexOf('</script', start);
    const end = closing === -1 ? text.length : closing;
    result += blank(text.slice(from, start)) + text.slice(start, end);
    from = end;
    opening.lastIndex = end;
  }
  return result + blank(text.slice(from));
}

export function isSingleFileComponent(path: string): boolean {
  return path.endsWith('.vue') || path.endsWith('.svelte');
}
