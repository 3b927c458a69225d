import { InspectedFile } from '../../src/scan/engines/code/inspect-file.ts';
import { labelNames } from '../../src/scan/engines/code/knowledge/labels.ts';

/** What the analysis knows of a program: under each line its expressions with their values and where data in them comes from, and what is reported there. */
export async function printValues(name: string, text: string): Promise<string> {
  const file = await InspectedFile.open(name, text);
  return file!
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
function printExpression({ code, ir, name, constant, text, taints }: Traced): string | undefined {
  // What is assigned is in the row of the expression on the right.
  if (ir.startsWith('const ') || ir.includes(' := ')) return undefined;
  const known = constant ?? text;
  const told = [
    ...(known !== undefined && JSON.stringify(known) !== code.replaceAll("'", '"')
      ? [JSON.stringify(known)]
      : []),
    ...(name !== undefined && name !== code && name !== `~${code}` ? [`= ${name}`] : []),
    ...taints.map(printTaint),
  ];
  return told.length === 0 ? undefined : `${code.replace(/\s+/g, ' ')}: ${told.join(' ')}`;
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
