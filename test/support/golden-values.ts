import type { InspectedFile } from '../../src/scan/engines/code/inspect-file.ts';
import { labelNames } from '../../src/scan/engines/code/knowledge/labels.ts';
import { inspect } from './golden-ir.ts';

/** What the analysis knows of a program: under each line its expressions with their values and where data in them comes from, and what is reported there. */
export async function printValues(name: string, text: string): Promise<string> {
  return (await inspect(name, text))
    .traceAll()
    .map(({ line, source, expressions, findings }) => {
      const told = [
        ...expressions.map(printExpression).filter((row) => row !== undefined),
        ...findings.map(({ ruleId, severity }) => `! ${severity} ${ruleId}`),
      ];
      return told.length === 0 ? '' : [`${line} ${source}`, ...new Set(told)].join('\n    ').concat('\n');
    })
    .join('');
}

type Traced = ReturnType<InspectedFile['traceAll']>[number]['expressions'][number];

/** Undefined where nothing is known that the source does not say itself. */
function printExpression(expression: Traced, index: number, all: readonly Traced[]): string | undefined {
  const { code } = expression;
  const told = printKnown(expression);
  // What is assigned or returned, or in brackets, is in the row of what is on its right.
  const isRepeated = all
    .slice(index + 1)
    .some((each) => printKnown(each) === told && isEndOf(each.code, code));
  return told === '' || isRepeated ? undefined : `${code.replace(/\s+/g, ' ')}: ${told}`;
}

function isEndOf(inner: string, code: string): boolean {
  return inner.length < code.length && code.replace(/[)\s]+$/, '').endsWith(inner.replace(/[)\s]+$/, ''));
}

function printKnown({ code, name, constant, text, taints }: Traced): string {
  const known = constant ?? text;
  const isSaid = known === undefined || code.replace(/^['"`]|['"`]$/g, '') === String(known);
  return [
    ...(isSaid ? [] : [JSON.stringify(known)]),
    ...(name !== undefined && name !== code && name !== `~${code}` ? [`= ${name}`] : []),
    ...taints.map(printTaint),
  ].join(' ');
}

function printTaint({ origin, lines, clearedFor }: Traced['taints'][number]): string {
  const from = origin.replace('whatever callers pass as ', '').replace(/^(\w+): .*/, '$1 data');
  const left = labelNames.filter((label) => !clearedFor.includes(label));
  const harm =
    clearedFor.length === 0
      ? ''
      : left.length < 4
        ? `, only ${left.join(' ')}`
        : `, not ${clearedFor.join(' ')}`;
  return `<- ${from}${harm} (${lines.join(' ')})`;
}
