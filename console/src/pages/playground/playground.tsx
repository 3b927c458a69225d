import { useState } from 'preact/hooks';
import { useNamespaces } from '../../api/namespace-names.ts';
import type { PageProps } from '../../shell/pages.ts';
import { ask } from '../../shell/router.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NamespaceChoice } from '../../ui/namespace-choice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ContextView } from './context-view.tsx';
import { SearchResults } from './search-results.tsx';
import { type Settings, SettingsForm, usualSettings } from './settings-form.tsx';
import './playground.css';

export default function Playground({ query }: PageProps) {
  const namespaces = useNamespaces();
  const [settings, setSettings] = useState<Settings>(usualSettings);
  const [other, setOther] = useState<Settings>();
  return (
    <>
      <PageHead
        title="Playground"
        note="Search as your application does, and see why each entry was found."
      />
      <Loaded load={namespaces} what="Fetching namespaces">
        {({ items: all, more }) => {
          if (all.length === 0)
            return (
              <section class="card">
                <Empty title="Nothing to search">
                  <p class="quiet">Write an entry first; a namespace begins with it.</p>
                </Empty>
              </section>
            );
          const namespace = query.get('namespace') ?? all[0]!.name;
          const text = query.get('q') ?? '';
          return (
            <>
              <form
                class="card"
                aria-label="Query"
                onSubmit={(event) => {
                  event.preventDefault();
                  const fields = new FormData(event.currentTarget as HTMLFormElement);
                  ask({ q: String(fields.get('q')).trim(), namespace });
                }}
              >
                <div class="row filters">
                  <NamespaceChoice
                    namespaces={all}
                    more={more}
                    value={namespace}
                    onChange={(name) => ask({ namespace: name })}
                  />
                  <label class="field grow">
                    <span>Query</span>
                    <input
                      type="search"
                      name="q"
                      defaultValue={text}
                      placeholder="How long do refunds take?"
                      maxLength={8_192}
                    />
                  </label>
                  <button type="submit" class="button main-action">
                    Search
                  </button>
                </div>
                <SettingsForm name={other ? 'A' : ''} settings={settings} onChange={setSettings} />
                {other && <SettingsForm name="B" settings={other} onChange={setOther} />}
                <div class="row">
                  <button
                    type="button"
                    class="button plain"
                    onClick={() => setOther(other ? undefined : { ...settings, mode: 'lexical' })}
                  >
                    {other ? 'Remove the second setting' : 'Compare with another setting'}
                  </button>
                </div>
              </form>
              {text && (
                <>
                  <div class={other ? 'side-by-side' : ''}>
                    <SearchResults
                      title={other ? 'A' : 'Results'}
                      namespace={namespace}
                      query={text}
                      settings={settings}
                    />
                    {other && <SearchResults title="B" namespace={namespace} query={text} settings={other} />}
                  </div>
                  <ContextView namespace={namespace} query={text} settings={settings} />
                </>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}
