import { useEffect, useState } from 'preact/hooks';
import { may, session, signOut } from '../api/session.ts';
import { pages } from './pages.ts';
import { href, place } from './router.ts';
import { ThemeChoice } from './theme-choice.tsx';

const groups = ['', 'Memory', 'Security', 'Service'] as const;

export function Navigation() {
  const [open, setOpen] = useState(false);
  const here = place.value.path[0] ?? 'overview';
  useEffect(() => setOpen(false), [place.value]);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [open]);
  const shown = pages.filter(({ scope }) => !scope || may(scope));
  return (
    <>
      <button type="button" class="button skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the page
      </button>
      <header class="top-bar">
        <Brand />
        <button
          type="button"
          class="button"
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          {open ? 'Close' : 'Menu'}
        </button>
      </header>
      <aside class={open ? 'side open' : 'side'} id="menu" aria-label="Menu">
        <Brand />
        <nav aria-label="Pages" class="stack">
          {groups.map((group) => {
            const items = shown.filter((page) => page.group === group);
            return (
              items.length > 0 && (
                <div class="nav-group" key={group}>
                  {group && <p class="nav-title">{group}</p>}
                  {items.map(({ name, title }) => (
                    <a
                      key={name}
                      class="nav-link"
                      href={href([name])}
                      aria-current={name === here ? 'page' : undefined}
                    >
                      {title}
                    </a>
                  ))}
                </div>
              )
            );
          })}
        </nav>
        <div class="side-foot">
          <ThemeChoice />
          <p class="small quiet key-id" title={session.value?.id}>
            Key <span class="mono">{session.value?.id}</span>
          </p>
          <button type="button" class="button" onClick={() => signOut()}>
            Sign out
          </button>
        </div>
      </aside>
    </>
  );
}

function Brand() {
  return (
    <a class="brand" href={href([])}>
      <img src="/favicon.ico" alt="" width="28" height="28" />
      Lorekeep
    </a>
  );
}
