import type { IssuedKey, IssueKeyBody } from '../../../../clients/typescript/src/types.ts';
import { request } from '../../api/request.ts';
import type { Scope } from '../../api/session.ts';
import { Failure } from '../../ui/failure.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

const scopes: ReadonlyArray<[Scope, string]> = [
  ['memory:read', 'search and read entries'],
  ['memory:write', 'write and delete entries'],
  ['scan:read', 'read scans and findings'],
  ['scan:write', 'start scans and decide about findings'],
  ['admin', 'keys, credentials, audit and usage'],
];

export function IssueKey({ onIssued }: { onIssued(key: IssuedKey): void }) {
  const { busy, error, submit } = useSubmit(async (fields) =>
    onIssued(await request<IssuedKey>('POST', '/v1/keys', { body: bodyOf(fields) })),
  );
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        <span>What is it for?</span>
        <input name="name" required maxLength={100} placeholder="CI of the web shop" />
      </label>
      <fieldset class="stack tight">
        <legend class="legend">It may</legend>
        {scopes.map(([scope, text]) => (
          <label class="check" key={scope}>
            <input type="checkbox" name="scopes" value={scope} />
            {text} <code class="quiet">{scope}</code>
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>Only these namespaces (optional, with commas; * stands for anything)</span>
        <input name="namespaces" placeholder="app-*" />
      </label>
      <label class="field">
        <span>Works until (optional)</span>
        <input name="expires" type="date" />
      </label>
      {error && <Failure error={error} />}
      <div class="row">
        <button type="submit" class="button main-action" disabled={busy}>
          {busy ? 'Issuing…' : 'Issue the key'}
        </button>
      </div>
    </form>
  );
}

function bodyOf(fields: FormData): IssueKeyBody {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  const namespaces = text('namespaces')
    .split(',')
    .map((pattern) => pattern.trim())
    .filter(Boolean);
  return {
    name: text('name'),
    scopes: fields.getAll('scopes') as Scope[],
    namespaces: namespaces.length > 0 ? namespaces : undefined,
    expiresAt: text('expires') ? new Date(`${text('expires')}T23:59:59`).toISOString() : undefined,
  };
}
