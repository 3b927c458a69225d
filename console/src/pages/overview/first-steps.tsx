import { may } from '../../api/session.ts';

/** For whoever has just started the service: two requests that put something on this page. */
export function FirstSteps() {
  const call = (path: string, body: unknown) =>
    `curl -s ${location.origin}${path} \\\n  -H "Authorization: Bearer $LOREKEEP_KEY" \\\n` +
    `  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
  return (
    <div class="columns">
      {may('memory:write') && (
        <section class="card">
          <h2>Write the first entry</h2>
          <p class="quiet">
            A namespace begins with its first entry. Afterwards, search it by meaning in the playground.
          </p>
          <pre class="block">
            {call('/v1/memory/entries', {
              namespace: 'demo',
              entries: [{ content: 'Ada prefers tea in the morning.' }],
            })}
          </pre>
        </section>
      )}
      {may('scan:write') && (
        <section class="card">
          <h2>Scan the first repository</h2>
          <p class="quiet">
            Any repository with an https clone URL. Secrets, code, dependencies and infrastructure are
            checked.
          </p>
          <pre class="block">
            {call('/v1/security/scan', { repoUrl: 'https://github.com/fastify/fastify' })}
          </pre>
        </section>
      )}
    </div>
  );
}
