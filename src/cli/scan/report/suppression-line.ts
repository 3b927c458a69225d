import { extname } from 'node:path/posix';
import { reasonPlaceholder } from '../../../scan/findings/suppression-comment.ts';
import type { Finding } from '../../../scan/model/finding.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';
import { codeLine, lineAbove } from './code-frame.ts';

export interface SuppressionLines {
  /** Where they belong, in words. */
  where: string;
  lines: string[];
}

/**
 * What suppresses one finding: a comment above its line where that file can have one there, else an entry of `.lorekeep.yaml`. Files of several
 * languages (a page with scripts, say) get the entry, because which comment is right depends on the place.
 */
export function suppressionLines(finding: Finding): SuppressionLines {
  const comment = commentOf(finding);
  const marker = `lorekeep-ignore[${visibleText(finding.ruleId)}]: ${reasonPlaceholder}`;
  if (comment) {
    const [before, after] = comment;
    return { where: `put this above line ${finding.line}`, lines: [`${before} ${marker}${after}`] };
  }
  const { ruleId, fingerprint, file, startLine } = finding;
  const entry = `- { rule: ${JSON.stringify(ruleId)}, fingerprint: ${JSON.stringify(fingerprint)}, reason: ${JSON.stringify(reasonPlaceholder)} }`;
  return {
    where: 'add this to "suppressions:" in .lorekeep.yaml',
    lines: [`${entry} # ${visibleText(file)}:${startLine}`],
  };
}

function commentOf(finding: Finding): CommentStyle | undefined {
  const { file, startLine, endLine, engine } = finding;
  // A comment in the midst of a text of several lines, such as a key, would become part of it.
  if (engine === 'secrets' && endLine > startLine) return undefined;
  if (startLine === 1 && mustBeFirst.test(codeLine(finding))) return undefined;
  if (lineAbove(finding)?.endsWith('\\')) return undefined;
  const name = file.slice(file.lastIndexOf('/') + 1).toLowerCase();
  const style = stylesByName.find(([pattern]) => pattern.test(name))?.[1];
  return style ?? styleByExtension.get(extname(name));
}

type CommentStyle = readonly [string, string];

const slashes = ['//', ''] as const;
const hash = ['#', ''] as const;
const dashes = ['--', ''] as const;
const markup = ['<!--', ' -->'] as const;

const styleByExtension: ReadonlyMap<string, CommentStyle> = new Map(
  (
    [
      [
        'js mjs cjs ts mts cts java kt kts scala go rs c h cc cpp cxx hh hpp cs swift dart groovy gradle proto',
        slashes,
      ],
      ['py rb sh bash zsh yaml yml toml tf hcl tfvars env pl pm r ex exs rake gemspec', hash],
      ['sql lua', dashes],
      ['xml svg html htm', markup],
    ] as const
  ).flatMap(([names, style]) => names.split(' ').map((name) => [`.${name}`, style] as const)),
);

const stylesByName = [
  [/^(?:dockerfile|containerfile)(?:\.|$)|\.dockerfile$/, hash],
  [/^(?:makefile|gemfile|rakefile|vagrantfile|\.env(?:\..*)?|requirements[\w.-]*\.txt)$/, hash],
  [/^jenkinsfile$/, slashes],
] as const;

/** What has a meaning only in the first line of a file. */
const mustBeFirst = /^(?:#!|<\?|<!doctype|#\s*syntax\s*=|#\s*escape\s*=|.*-\*-)/i;
