import type { z } from 'zod';
import type { triagedFinding } from '../../contract/finding-responses.ts';
import type { triagedBatch, undoneBatch } from '../../contract/triage-schemas.ts';
import { counted } from '../../kernel/counted.ts';
import { similarSentence } from '../../scan/report/similar-text.ts';
import { type Invocation, textOption, UsageError } from '../command.ts';
import { paint, plain } from '../terminal.ts';
import { callApi } from './api-call.ts';

/** Decides about one finding, or with `--alike` about all that look like it. */
export async function triage(
  invocation: Invocation,
  id: string,
  status: string | undefined,
): Promise<number> {
  if (!status) throw new UsageError('say open, false_positive or accepted_risk.');
  const reason = textOption(invocation, 'reason') ?? null;
  const expiresAt = textOption(invocation, 'expires') ?? null;
  const dryRun = invocation.options['dry-run'] === true;
  if (invocation.options['alike']) {
    const body = { likeFinding: id, status, reason, expiresAt, dryRun };
    return showBatch(invocation, await callApi(invocation, 'triageFindings', { body }), dryRun);
  }
  if (dryRun) throw new UsageError('--dry-run is for --alike.');
  const body = { status, reason, expiresAt };
  return showFinding(invocation, await callApi(invocation, 'triageFinding', { params: { id }, body }));
}

/** Takes a decision about several findings back. */
export async function undo(invocation: Invocation, batchId: string): Promise<number> {
  const { terminal, options } = invocation;
  const params = { batchId };
  const result = await callApi<z.output<typeof undoneBatch>>(invocation, 'undoTriage', { params });
  if (options['json']) terminal.out(JSON.stringify(result, null, 2));
  else {
    terminal.out(`Took the decision about ${counted(result.undone.length, 'finding')} back.`);
    if (result.skipped.length > 0)
      terminal.out(`Not changed, because something else was decided since: ${result.skipped.length}.`);
  }
  return 0;
}

function showBatch(
  { terminal, options }: Invocation,
  batch: z.output<typeof triagedBatch>,
  dryRun: boolean,
): number {
  if (options['json']) terminal.out(JSON.stringify(batch, null, 2));
  else {
    for (const id of batch.findingIds) terminal.out(id);
    const verb = dryRun ? 'would be' : batch.findingIds.length === 1 ? 'is' : 'are';
    const findings = counted(batch.findingIds.length, 'finding');
    const more = batch.truncated ? ' There are more: call it again.' : '';
    terminal.say(`${findings} ${verb} ${batch.status} from the next scan on.${more}`);
    if (batch.batchId) terminal.say(`To undo it: lorekeep scans undo ${batch.batchId}`);
  }
  return 0;
}

export function showFinding(
  { terminal, options }: Invocation,
  result: z.output<typeof triagedFinding>,
): number {
  const { finding: one, triage: decided } = result;
  if (options['json']) {
    terminal.out(JSON.stringify(result, null, 2));
    return 0;
  }
  terminal.out(paint(terminal, 'bold', plain(one.title)));
  terminal.out(`${one.severity} · ${plain(one.file)}:${one.line} · ${plain(one.ruleId)} · ${decided.status}`);
  terminal.out(`\n${plain(one.description)}`);
  if (one.suggestion) terminal.out(`\nWhat to do: ${plain(one.suggestion)}`);
  if (one.snippet) terminal.out(`\n${one.snippet.text.split('\n').map(plain).join('\n')}`);
  if (decided.reason) terminal.out(`\nDecided: ${plain(decided.reason)}`);
  const similar = similarSentence(result);
  if (similar !== undefined) terminal.out(`\n${plain(similar)}`);
  return 0;
}
