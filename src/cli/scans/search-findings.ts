import type { z } from 'zod';
import type { foundFindings } from '../../contract/insight/finding-search-schemas.ts';
import { severities } from '../../scan/model/finding.ts';
import { type Invocation, textOption, UsageError } from '../command.ts';
import { plain, table } from '../terminal.ts';
import { callApi } from './api-call.ts';

/** Open findings of all repositories, in words. */
export async function searchFindings(invocation: Invocation, query: string): Promise<number> {
  const { terminal, options } = invocation;
  const least = textOption(invocation, 'min-severity') ?? 'medium';
  const rank = (severities as readonly string[]).indexOf(least);
  if (rank < 0) throw new UsageError(`--min-severity is ${severities.join(', ')}.`);
  const body = {
    query,
    limit: Number(textOption(invocation, 'limit') ?? 10),
    repoUrl: textOption(invocation, 'repo') ?? null,
    severity: severities.slice(0, rank + 1),
  };
  const { items } = await callApi<z.output<typeof foundFindings>>(invocation, 'searchFindings', { body });
  if (options['json']) terminal.out(JSON.stringify(items, null, 2));
  else if (items.length === 0) terminal.say('No open finding fits.');
  else {
    const rows = items.map((one) => [
      one.score.toFixed(2),
      one.severity,
      one.id,
      plain(`${one.file}:${one.line}`),
      plain(one.title),
      plain(one.repoUrl),
    ]);
    terminal.out(table([['SCORE', 'SEVERITY', 'ID', 'WHERE', 'WHAT', 'REPOSITORY'], ...rows]));
  }
  return 0;
}
