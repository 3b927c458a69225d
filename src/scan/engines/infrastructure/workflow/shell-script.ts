import { untrustedVariables } from './untrusted-contexts.ts';

/** A line of a script that writes to one of the runner's files. */
export interface FileCommand {
  target: 'GITHUB_OUTPUT' | 'GITHUB_ENV' | 'GITHUB_PATH';
  /** `name` of `name=value`; empty where the line is not of that shape. */
  name: string;
  value: string;
  /** 0-based line of the script. */
  line: number;
}

const redirect =
  />>\s*["']?(?:\$\{?|\$env:|%)(GITHUB_OUTPUT|GITHUB_ENV|GITHUB_PATH)\}?%?["']?|\|\s*tee\s+(?:-a|--append)\s+["']?\$\{?(GITHUB_OUTPUT|GITHUB_ENV|GITHUB_PATH)\}?|(?:Out-File|Add-Content|Set-Content)\b.*\$env:(GITHUB_OUTPUT|GITHUB_ENV|GITHUB_PATH)|(?:environ(?:\.get)?|getenv|ENV)\s*[[(]\s*\\?["'](GITHUB_OUTPUT|GITHUB_ENV|GITHUB_PATH)|process\.env\.(GITHUB_OUTPUT|GITHUB_ENV|GITHUB_PATH)/;

/** Finds what a script hands to later steps: lines, here-documents and `{ …; } >> $GITHUB_OUTPUT` groups. */
export function fileCommands(script: string): FileCommand[] {
  const lines = script.split('\n');
  const commands: FileCommand[] = [];
  lines.forEach((line, index) => {
    const legacy = /::set-(output|env)\s+name=([\w-]+)::(.*)/.exec(line);
    if (legacy) {
      commands.push({
        target: legacy[1] === 'env' ? 'GITHUB_ENV' : 'GITHUB_OUTPUT',
        name: legacy[2]!,
        value: legacy[3]!,
        line: index,
      });
      return;
    }
    const match = redirect.exec(line);
    if (!match) return;
    const [, redirected, appended, cmdlet, called, read] = match;
    const target = (redirected ?? appended ?? cmdlet ?? called ?? read) as FileCommand['target'];
    // A call names the file before or after what it writes.
    const isCall = redirected === undefined && appended === undefined;
    const before = isCall
      ? line.replace(match[0], match[0].startsWith('Out-File') ? '' : ' ')
      : line.slice(0, match.index);
    if (/^\s*\}/.test(before)) {
      // The end of a group: everything since its opening brace is written.
      for (let back = index - 1; back >= 0 && !/\{\s*$/.test(lines[back]!); back--)
        commands.push(command(target, lines[back]!, back));
      return;
    }
    const hereDocument = /<<-?\s*["']?(\w+)["']?/.exec(line);
    if (hereDocument) {
      for (let next = index + 1; next < lines.length && lines[next]!.trim() !== hereDocument[1]; next++) {
        commands.push(command(target, lines[next]!, next));
      }
      return;
    }
    commands.push(command(target, before, index));
  });
  return commands;
}

function command(target: FileCommand['target'], text: string, line: number): FileCommand {
  const [, name = '', value = text] = /(?:^|\s|["'])([A-Za-z_][\w-]*)(?:=|<<\w+)(.*)$/s.exec(text) ?? [];
  return { target, name, value: name ? value : text, line };
}

/** The shell variables that a piece of script expands. */
export function expandedVariables(text: string): string[] {
  const names: string[] = [];
  for (const match of text.matchAll(
    /\$(?:\{(?:!|#)?([A-Za-z_]\w*)|env:([A-Za-z_]\w*)|([A-Za-z_]\w*))|%([A-Za-z_]\w*)%|(?:environ(?:\.get)?|getenv|ENV)\s*[[(]\s*\\?["']([A-Za-z_]\w*)|process\.env\.([A-Za-z_]\w*)/g,
  )) {
    names.push(match.slice(1).find((name) => name !== undefined)!);
  }
  return names;
}

/** The tainted variables of a script, each with the one it was filled from: `B=$(echo "$A" | cut -c1-9)` makes B a child of A. */
export function taintedVariables(script: string, initial: ReadonlySet<string>): ReadonlyMap<string, string> {
  const origins = new Map([...initial, ...untrustedVariables].map((name) => [name, name]));
  for (const line of script.split('\n')) {
    const assignment = /^\s*(?:export\s+|local\s+|readonly\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line);
    if (!assignment) continue;
    const parent = expandedVariables(assignment[2]!).find((name) => origins.has(name));
    if (parent !== undefined) origins.set(assignment[1]!, origins.get(parent)!);
  }
  return origins;
}
