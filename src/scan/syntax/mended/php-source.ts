/**
 * What the grammar of PHP cannot read, as it can: until PHP 8 a character of a string could be named in curly brackets as well (`$text{0}`), a name of an E and digits is no exponent (`E2E::run()`), and what is a
 * word of the language elsewhere is a name in a text (`"$row[class] $item->list"`) and before the colon of an argument (`f(new: 1)`).
 */
export function mendedPhp(text: string): string {
  return text
    .replace(offset, '$1[$2]')
    .replace(nameLikeExponent, 'x')
    .replace(keyInText, blankWord)
    .replace(memberInText, blankWord)
    .replace(argumentName, blankWord);
}

function blankWord(_: string, before: string, word: string): string {
  return before + '_'.repeat(word.length);
}

const offset = /(\$\w{1,60}(?:->\w{1,60}|\[[^[\]\n;]{1,60}\]){0,4})\{([^{}\n;]{1,80})\}/g;
const nameLikeExponent = /(?<![\w$.])[eE](?=\d{1,9}[\w]{0,60}(?:::|\())/g;
const words =
  'abstract|and|as|break|callable|case|catch|class|clone|const|continue|declare|default|do|echo|else|elseif|enddeclare|endfor|endforeach|endif|endswitch|endwhile|extends|final|finally|fn|for|foreach|function|global|goto|if|implements|include|include_once|instanceof|insteadof|interface|list|match|namespace|new|or|print|private|protected|public|readonly|require|require_once|return|static|switch|throw|trait|try|use|var|while|xor|yield';
const keyInText = new RegExp(`(\\$[a-zA-Z_]\\w{0,60}\\[)(${words})(?=\\])`, 'gi');
const memberInText = new RegExp(`(\\$[a-zA-Z_]\\w{0,60}->)(${words})(?![\\w(])`, 'gi');
const argumentName = new RegExp(`([(,]\\s{0,80})(${words})(?=\\s{0,20}:(?!:))`, 'gi');
