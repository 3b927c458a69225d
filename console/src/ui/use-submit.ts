import { useState } from 'preact/hooks';

/** What a form does when it is sent: once at a time, and with the error where it fails. */
export function useSubmit(run: (fields: FormData) => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setError(undefined);
    try {
      await run(fields);
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  return { busy, error, submit };
}
