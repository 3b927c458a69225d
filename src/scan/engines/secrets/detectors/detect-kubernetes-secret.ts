import { judgeValue } from '../values/value-judgement.ts';
import { type DetectorTools, type Layer, rank, textOf } from './candidate.ts';
import { withCaution } from './detect-format.ts';

const maxDocument = 16_384;

/** The values of a Secret manifest; `at` is where `kind: Secret` stands. The document ends at `---`. */
export function detectKubernetesSecret(layer: Layer, at: number, tools: DetectorTools): void {
  if (layer.binary || layer.context.syntax === 'code') return;
  // Inside a list the whole manifest is indented, and may begin behind its dash.
  const indent = /(?:^|\n)(?:- )?([ \t]{0,40})$/.exec(textOf(layer.bytes, Math.max(0, at - 48), at))?.[1];
  if (indent === undefined) return;
  tools.charge(4096);
  const before = textOf(layer.bytes, Math.max(0, at - maxDocument), at);
  const start = at - before.length + Math.max(0, before.lastIndexOf('\n---') + 1);
  const text = textOf(layer.bytes, start, at + maxDocument);
  const stop = text.indexOf('\n---', at - start);
  const document = stop === -1 ? text : text.slice(0, stop);
  for (const block of document.matchAll(
    /^[ \t]{0,40}(data|stringData):[ \t]*\r?\n((?:[ \t]+[^\n]*(?:\n|$)|[ \t]*\n){1,200})/gm,
  )) {
    if (indentOf(block[0]) < indent.length) continue;
    const bodyStart = start + block.index + block[0].length - block[2]!.length;
    for (const line of block[2]!.matchAll(
      /^[ \t]+["']?[\w. -]{1,100}["']?:[ \t]+(?:[|>][+-]?[ \t]*\r?\n[ \t]+)?["']?([^\s"'{}<>$|]{4,4096})["']?[ \t]*\r?$/gm,
    )) {
      report(
        layer,
        line[1]!,
        bodyStart + line.index + line[0].indexOf(line[1]!, line[0].indexOf(':')),
        block[1] === 'data',
        tools,
      );
    }
  }
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function report(layer: Layer, written: string, start: number, encoded: boolean, tools: DetectorTools): void {
  const value = encoded ? Buffer.from(written, 'base64').toString('latin1') : written;
  // What does not decode to text of some length is a certificate, a number or a word, not a password.
  if (encoded && !/^[\x20-\x7e\r\n\t]{6,4096}$/.test(value)) return;
  // What everybody may see: the other half of a pair.
  if (
    /^\s*-----BEGIN (?:TRUSTED )?(?:CERTIFICATE|PUBLIC KEY|X509 CRL)/.test(value) &&
    !value.includes('PRIVATE KEY')
  )
    return;
  const { kind, reason } = judgeValue(value, tools.vocabulary);
  if (kind === 'placeholder') return;
  const certain = kind === 'random' || kind === 'strong';
  tools.report({
    rule: tools.rules.get('kubernetes-secret')!,
    start,
    end: start + written.length,
    value,
    ...withCaution(layer, {
      severity: kind === 'random' ? 'high' : kind === 'soft' ? 'low' : 'medium',
      confidence: certain ? 'medium' : 'low',
      reasons: ['it is a value of a Secret manifest', reason],
    }),
    rank: rank.assignment,
    specificity: 1,
  });
}
