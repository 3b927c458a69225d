import { ApiError } from '../api/request.ts';

/** An error as a person can act on it, with the id that finds it in the log of the service. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const api = error instanceof ApiError ? error : undefined;
  // What was refused once is refused again; the reader has to change something first.
  const mayHelp = !api || api.status === 0 || api.status === 429 || api.status >= 500;
  return (
    <div class="notice bad" role="alert">
      <p class="break">{error.message}</p>
      {api && api.details.length > 0 && (
        <ul class="small">
          {api.details.map(({ path, message }) => (
            <li key={path}>
              <code>{path}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        {retry && mayHelp && (
          <button type="button" class="button compact" onClick={retry}>
            Try again
          </button>
        )}
        {api?.requestId && (
          <span class="small quiet">
            {api.code}, request <span class="mono">{api.requestId}</span>
          </span>
        )}
      </div>
    </div>
  );
}
