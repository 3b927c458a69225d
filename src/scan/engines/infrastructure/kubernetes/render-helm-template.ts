import { type ConfigNode, child, entries, text } from '../document/node.ts';

const maxLines = 20_000;

/**
 * Makes plain YAML of a simple chart template, line for line: values are put in where the chart's own defaults say them, control
 * lines become empty, and every other call becomes a stand-in that no rule can mistake for a value.
 */
export function renderHelmTemplate(template: string, values: ConfigNode | undefined): string {
  const lines = template
    .replace(/\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n');
  let inDefinition = false;
  return lines
    .slice(0, maxLines)
    .map((line) => {
      if (/\{\{-?\s*define\b/.test(line)) inDefinition = true;
      if (inDefinition) {
        if (/\{\{-?\s*end\s*-?\}\}/.test(line)) inDefinition = false;
        return '';
      }
      return renderLine(line, values);
    })
    .join('\n');
}

function renderLine(line: string, values: ConfigNode | undefined): string {
  if (!line.includes('{{')) return line;
  const only = /^\s*\{\{-?\s*([\s\S]*?)\s*-?\}\}\s*$/.exec(line)?.[1];
  if (only !== undefined) {
    if (/^(if|else|end|range|with|\$\w+\s*:?=|define|template|block|-?\s*$)/.test(only)) return '';
    const indent = /\bn?indent\s+(\d+)/.exec(only);
    // A whole block of YAML: written in flow style it stays on its line.
    const block = chartValue(only, values);
    if (block?.kind === 'mapping') return `${' '.repeat(Number(indent?.[1] ?? 0))}${flowEntries(block)}`;
    return '';
  }
  return line.replace(/\{\{-?\s*([\s\S]*?)\s*-?\}\}/g, (_, call: string) => {
    if (/^(if|else|end|range|with)\b/.test(call)) return '';
    const value = chartValue(call, values);
    if (value && value.kind !== 'scalar') return flow(value);
    const plain = text(value) ?? /default\s+"?([\w.-]+)"?/.exec(call)?.[1];
    if (plain === undefined) return 'TEMPLATED';
    return /\bquote\b/.test(call) ? JSON.stringify(plain) : plain;
  });
}

function chartValue(call: string, values: ConfigNode | undefined): ConfigNode | undefined {
  const path = /(?:^|\s|\()\.Values((?:\.\w+)+)/.exec(call)?.[1];
  return path ? child(values, ...path.slice(1).split('.')) : undefined;
}

// The first entry stands on the line itself; the rest cannot without changing line numbers, so they share it in flow style.
function flowEntries(node: ConfigNode): string {
  const members = entries(node);
  if (members.length === 0) return '';
  if (members.length === 1) return `${members[0]!.key}: ${flow(members[0]!.value)}`;
  return `"<<": {${members.map((entry) => `${JSON.stringify(entry.key)}: ${flow(entry.value)}`).join(', ')}}`;
}

function flow(node: ConfigNode, depth = 0): string {
  if (depth > 20) return 'null';
  if (node.kind === 'mapping')
    return `{${entries(node)
      .map((entry) => `${JSON.stringify(entry.key)}: ${flow(entry.value, depth + 1)}`)
      .join(', ')}}`;
  if (node.kind === 'sequence') return `[${node.items.map((item) => flow(item, depth + 1)).join(', ')}]`;
  return node.kind === 'scalar' ? JSON.stringify(node.value) : 'null';
}
