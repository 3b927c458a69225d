import { wordsOf } from '../assignment-name.ts';
import type { FileContext } from '../file-context.ts';
import { doubtOfSetup } from '../sample-data.ts';
import type { Doubt } from '../surroundings.ts';

/**
 * `class Development(Config):` with the settings of one environment in it, as Flask and others read them: passwords and secrets of the program's own that developers and tests
 * run with. What others issued is theirs there as well. Indentation tells which class a line of Python belongs to.
 */
export function doubtOfSettingsClass(
  name: string,
  before: string,
  { extension }: FileContext,
): Doubt | undefined {
  if (extension !== 'py') return undefined;
  const lines = before.split('\n');
  const indent = indentation(lines.at(-1)!);
  if (indent === 0) return undefined;
  const heading = lines.findLast(
    (line, at) => at < lines.length - 1 && line.trim() !== '' && indentation(line) < indent,
  );
  const [, own, bases] = /^class (\w{1,80})\(([\w., ]{1,120})\):/.exec(heading ?? '') ?? [];
  if (own === undefined || bases === undefined) return undefined;
  const isSettings = wordsOf(`${own} ${bases}`).some((word) => settingsWords.has(word));
  if (!isSettings || !wordsOf(own).some((word) => environments.has(word))) return undefined;
  return doubtOfSetup('development', name) && sets;
}

const sets = {
  limit: 'medium',
  reason: 'the class sets up an environment for development or tests',
} as const;
const settingsWords = new Set(['config', 'configuration', 'settings', 'development']);
const environments = new Set(['dev', 'develop', 'development', 'test', 'tests', 'testing', 'local']);

function indentation(line: string): number {
  return line.length - line.trimStart().length;
}
