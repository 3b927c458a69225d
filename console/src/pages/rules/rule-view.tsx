import type { RuleDetails } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { ApiError, request } from '../../api/request.ts';
import { href } from '../../shell/router.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SeverityBadge } from '../../ui/severity.tsx';
import { SnippetView } from '../../ui/snippet-view.tsx';
import { WebLinks } from '../../ui/web-links.tsx';

export function RuleView({ id }: { id: string }) {
  const load = useLoad(
    (signal) => request<RuleDetails>('GET', `/v1/security/rules/${encodeURIComponent(id)}`, { signal }),
    [id],
  );
  return (
    <>
      <PageHead
        title={load.data?.title ?? id}
        note={
          <>
            <a href={href(['rules'])}>Rules</a> / <span class="mono break">{id}</span>
          </>
        }
      >
        <a class="button" href={href(['findings'], { ruleId: id })}>
          Findings of this rule
        </a>
      </PageHead>
      {load.error instanceof ApiError && load.error.status === 404 ? (
        <section class="card">
          <Empty title="Not one of the built-in rules">
            <p class="quiet">
              It is an advisory or a rule of a repository; its findings say what it is about.
            </p>
          </Empty>
        </section>
      ) : (
        <Loaded load={load} what="Fetching the rule">
          {(rule) => (
            <>
              <section class="card">
                <h2 class="unseen">About</h2>
                <div class="row">
                  <SeverityBadge severity={rule.severity} />
                  <span class="badge">{rule.confidence} confidence</span>
                  <span class="badge">{rule.engine}</span>
                  {rule.cwe.map((cwe) => (
                    <span class="badge" key={cwe}>
                      {cwe}
                    </span>
                  ))}
                </div>
                <p class="break">{rule.description}</p>
                {rule.suggestion && (
                  <>
                    <h3>How to fix it</h3>
                    <p class="break">{rule.suggestion}</p>
                  </>
                )}
                <WebLinks links={rule.references} />
              </section>
              <Examples rule={rule} />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

function Examples({ rule: { examples } }: { rule: RuleDetails }) {
  if (examples.length === 0) return null;
  return (
    <div class="columns">
      {[true, false].map((matches) => (
        <section class="card" key={String(matches)}>
          <h2>{matches ? 'Matches' : 'Does not match'}</h2>
          {examples
            .filter((example) => example.matches === matches)
            .map(({ files }, i) => (
              <div class="stack" key={`${i} ${files[0]?.path}`}>
                {files.map(({ path, text }) => (
                  <SnippetView
                    key={path}
                    file={path}
                    snippet={{ startLine: 1, text: text.trimEnd() }}
                    marked={[0, 0]}
                  />
                ))}
              </div>
            ))}
        </section>
      ))}
    </div>
  );
}
