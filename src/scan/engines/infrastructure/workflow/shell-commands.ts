/** A simple command of a script: its words without quotes, and the 0-based line where it begins. */
export interface ShellCommand {
  words: string[];
  line: number;
}

const maxScriptCharacters = 64 * 1024;

/** Words that only start another command. */
const prefixes = new Set([
  'sudo',
  'command',
  'exec',
  'time',
  'nice',
  'then',
  'do',
  'else',
  'if',
  '!',
  '-E',
  '-H',
]);

/** Cuts a script into simple commands at line ends, `;`, `&&`, `||` and `|`; comments and the text of here-documents stay out. */
export function shellCommands(script: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let hereDocument: string | undefined;
  let pending = '';
  let first = 0;
  for (const [index, line] of script.slice(0, maxScriptCharacters).split('\n').entries()) {
    if (hereDocument !== undefined) {
      if (line.trim() === hereDocument) hereDocument = undefined;
      continue;
    }
    if (pending === '') first = index;
    if (line.endsWith('\\')) {
      pending += `${line.slice(0, -1)} `;
      continue;
    }
    const whole = pending + line;
    pending = '';
    hereDocument = /<<-?\s*["']?(\w+)["']?/.exec(whole)?.[1];
    for (const words of cut(whole)) commands.push({ words, line: first });
  }
  return commands;
}

/** One pass over a line; quotes keep separators together. */
function cut(line: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word = '';
  let isWord = false;
  let quote = '';
  const endWord = () => {
    if (isWord) words.push(word);
    word = '';
    isWord = false;
  };
  const endCommand = () => {
    endWord();
    const start = words.findIndex((part) => !prefixes.has(part) && !/^[A-Za-z_]\w*=/.test(part));
    if (start !== -1) commands.push(words.slice(start));
    words = [];
  };
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      isWord = true;
    } else if (character === '#' && !isWord) break;
    else if (/[;&|]/.test(character)) endCommand();
    else if (/\s/.test(character)) endWord();
    else {
      word += character;
      isWord = true;
    }
  }
  endCommand();
  return commands;
}
