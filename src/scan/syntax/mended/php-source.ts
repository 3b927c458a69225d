/** `$text{0}` as the grammar of PHP can read it: until PHP 8 a character of a string could be named in curly brackets as well. */
export function mendedPhp(text: string): string {
  return text.replace(offset, '$1[$2]');
}

const offset = /(\$\w{1,60}(?:->\w{1,60}|\[[^[\]\n;]{1,60}\]){0,4})\{([^{}\n;]{1,80})\}/g;
