/**
 * `$text{0}` and `E2E::run()` as the grammar of PHP can read them: until PHP 8 a character of a string could be named in curly brackets as well, and a name of an E and digits is no exponent.
 */
export function mendedPhp(text: string): string {
  return text.replace(offset, '$1[$2]').replace(nameLikeExponent, 'x');
}

const offset = /(\$\w{1,60}(?:->\w{1,60}|\[[^[\]\n;]{1,60}\]){0,4})\{([^{}\n;]{1,80})\}/g;
const nameLikeExponent = /(?<![\w$.])[eE](?=\d{1,9}[\w]{0,60}(?:::|\())/g;
