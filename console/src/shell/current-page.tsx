import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { may } from '../api/session.ts';
import { Failure } from '../ui/failure.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { type Page, type PageProps, pages } from './pages.ts';
import { href, place } from './router.ts';

const loaded = new Map<string, ComponentType<PageProps>>();

export function CurrentPage() {
  const { path, query } = place.value;
  const name = path[0] ?? 'overview';
  const page = pages.find((one) => one.name === name);
  const main = useRef<HTMLElement>(null);
  const opened = useRef(false);
  useEffect(() => {
    document.title = `${page?.title ?? 'Not found'} · Lorekeep`;
    // Whoever listens hears which page it is now; at the first one the reader has not gone anywhere yet.
    if (opened.current) main.current?.focus();
    opened.current = true;
    window.scrollTo(0, 0);
  }, [name]);
  return (
    <main class="main" id="main" tabIndex={-1} ref={main} key={name} data-place={path.join('/')}>
      {page === undefined ? (
        <>
          <PageHead title="There is no such page" />
          <p>
            <a href={href([])}>Go to the overview</a>
          </p>
        </>
      ) : page.scope && !may(page.scope) ? (
        <>
          <PageHead title={`${page.title} needs another key`} />
          <p class="quiet">
            This page needs a key with the scope <code>{page.scope}</code>.
          </p>
        </>
      ) : (
        <LazyPage page={page} path={path.slice(1)} query={query} />
      )}
    </main>
  );
}

function LazyPage({ page, path, query }: PageProps & { page: Page }) {
  const [error, setError] = useState<Error>();
  const [, setReady] = useState(0);
  const Component = loaded.get(page.name);
  useEffect(() => {
    if (Component) return;
    page.load().then(
      (module) => {
        loaded.set(page.name, module.default);
        setReady((count) => count + 1);
      },
      () => setError(new Error('This page could not be fetched. Reload to get the newest version.')),
    );
  }, [page.name]);
  if (Component) return <Component path={path} query={query} />;
  return error ? <Failure error={error} /> : <Waiting what={page.title} />;
}
