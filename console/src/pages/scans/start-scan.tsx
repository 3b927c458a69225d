import type { EngineId, Scan, Severity, StartScanBody } from '../../../../clients/typescript/src/types.ts';
import { request } from '../../api/request.ts';
import { may } from '../../api/session.ts';
import { Failure } from '../../ui/failure.tsx';
import { severities } from '../../ui/severity.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

const engines: ReadonlyArray<[EngineId, string]> = [
  ['code', 'Code'],
  ['secrets', 'Secrets'],
  ['dependencies', 'Dependencies'],
  ['infrastructure', 'Infrastructure'],
  ['supply-chain', 'Supply chain'],
];

export function StartScan({ onStarted }: { onStarted(scanId: string): void }) {
  const { busy, error, submit } = useSubmit(async (fields) => {
    const { scanId } = await request<Scan>('POST', '/v1/security/scan', { body: bodyOf(fields) });
    onStarted(scanId);
  });
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        <span>Clone URL</span>
        <input name="repoUrl" type="url" required placeholder="https://github.com/owner/name" />
      </label>
      <label class="field">
        <span>Branch, tag or commit (optional)</span>
        <input name="branch" placeholder="the default branch" />
      </label>
      <fieldset class="stack tight">
        <legend class="legend">Engines</legend>
        <div class="row far">
          {engines.map(([id, name]) => (
            <label class="check" key={id}>
              <input type="checkbox" name="engines" value={id} defaultChecked />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <label class="field">
        <span>The policy fails on</span>
        <select name="failOn">
          <option value="">nothing: no policy</option>
          {severities.map((severity) => (
            <option key={severity} value={severity}>
              {severity === 'critical' ? 'critical findings' : `findings of severity ${severity} or worse`}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" name="history" />
        Look for secrets in every commit, not only in the newest
      </label>
      {may('memory:write') && (
        <label class="field">
          <span>Keep its code in memory, in the namespace (optional)</span>
          <input name="remember" maxLength={256} placeholder="code-webshop" />
        </label>
      )}
      {error && <Failure error={error} />}
      <div class="row">
        <button type="submit" class="button main-action" disabled={busy}>
          {busy ? 'Starting…' : 'Start'}
        </button>
      </div>
    </form>
  );
}

function bodyOf(fields: FormData): StartScanBody {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  const chosen = fields.getAll('engines') as EngineId[];
  return {
    repoUrl: text('repoUrl'),
    branch: text('branch') || undefined,
    engines: chosen.length === engines.length ? undefined : chosen,
    history: fields.has('history') || undefined,
    remember: text('remember') ? { namespace: text('remember') } : undefined,
    policy: text('failOn') ? { failOn: text('failOn') as Severity } : undefined,
  };
}
