import { useEffect, useRef, useState } from 'preact/hooks';
import { signedOutBecause, signIn } from '../api/session.ts';

export function SignIn() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Sign in · Lorekeep';
    field.current?.focus();
  }, []);
  const submit = async (event: Event) => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? '';
    if (!key) return setError('Paste a key first.');
    setBusy(true);
    try {
      await signIn(key);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
      setBusy(false);
      field.current?.focus();
    }
  };
  const said = error || signedOutBecause.value;
  return (
    <main class="sign-in">
      <form class="card" onSubmit={submit}>
        <div class="stack tight">
          <img src="/favicon.ico" alt="" width="40" height="40" />
          <h1>Sign in to Lorekeep</h1>
          <p class="quiet">Memory for applications, and security scans of repositories.</p>
        </div>
        <label class="field">
          <span>API key</span>
          <input
            ref={field}
            type="password"
            name="key"
            autocomplete="off"
            spellcheck={false}
            placeholder="key_…"
            aria-describedby="key-help"
            aria-invalid={error !== ''}
          />
        </label>
        {said && (
          <p class="notice bad small" role="alert">
            {said}
          </p>
        )}
        <button type="submit" class="button main-action" disabled={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </button>
        <p class="small quiet" id="key-help">
          The first start of the service prints a key and saves it as <code>initial-key</code> in its data
          folder. The key stays in this tab and is forgotten when you close it.
        </p>
      </form>
    </main>
  );
}
