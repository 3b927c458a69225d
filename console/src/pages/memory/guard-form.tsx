import type { GuardPolicy, Namespace } from '../../../../clients/typescript/src/types.ts';
import { request } from '../../api/request.ts';
import { segment } from '../../api/segment.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

type Kind = keyof GuardPolicy;

const kinds: ReadonlyArray<{
  kind: Kind;
  title: string;
  /** What happens where nothing was decided. */
  usual: string;
  actions: ReadonlyArray<[action: string, text: string]>;
}> = [
  {
    kind: 'secrets',
    title: 'Credentials',
    usual: 'flag; redact what assistants write over MCP',
    actions: [
      ['off', 'store them as they are'],
      ['flag', 'store and flag'],
      ['redact', 'redact: the value is never stored'],
      ['reject', 'reject the entry'],
    ],
  },
  {
    kind: 'instructions',
    title: 'Instructions to a model',
    usual: 'flag',
    actions: [
      ['off', 'store them as they are'],
      ['flag', 'store and flag'],
      ['reject', 'reject the entry'],
    ],
  },
  {
    kind: 'hidden',
    title: 'Hidden characters',
    usual: 'flag; strip from what assistants write over MCP',
    actions: [
      ['off', 'store them as they are'],
      ['flag', 'store and flag'],
      ['strip', 'strip them'],
    ],
  },
  {
    kind: 'pii',
    title: 'Personal data',
    usual: 'store it as it is',
    actions: [
      ['off', 'store it as it is'],
      ['flag', 'store and flag'],
      ['redact', 'redact: the value is never stored'],
    ],
  },
];

/** What is done about what is written to a namespace. */
export function GuardForm({
  namespace,
  onClose,
  onSaved,
}: {
  namespace: Namespace;
  onClose(): void;
  onSaved(): void;
}) {
  const { busy, error, submit } = useSubmit(async (fields) => {
    const chosen = kinds.map(({ kind }) => [kind, String(fields.get(kind))] as const);
    // What nobody decided about stays undecided: it may be stricter for assistants.
    const guard = Object.fromEntries(
      chosen.filter(([kind, action]) => action !== (namespace.guard?.[kind] ?? '')),
    );
    const path = `/v1/memory/namespaces/${segment(namespace.name)}`;
    if (Object.keys(guard).length > 0) await request('PATCH', path, { body: { guard } });
    onSaved();
  });
  return (
    <Dialog title="Guard" onClose={onClose}>
      <p class="quiet">
        What happens to what is written here from now on. A key may be stricter; of the two the stricter
        counts. What is stored already stays as it is: <code>lorekeep memory audit</code> looks at it again.
      </p>
      <form class="stack" onSubmit={submit}>
        {kinds.map(({ kind, title, usual, actions }) => (
          <label class="field" key={kind}>
            <span>{title}</span>
            <select name={kind}>
              {!namespace.guard?.[kind] && <option value="">as usual: {usual}</option>}
              {actions.map(([action, text]) => (
                <option key={action} value={action} selected={action === namespace.guard?.[kind]}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        ))}
        {error && <Failure error={error} />}
        <div class="row">
          <button type="submit" class="button main-action" disabled={busy}>
            {busy ? 'Saving…' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
