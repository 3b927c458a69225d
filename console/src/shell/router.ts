import { signal } from '@preact/signals';

/** Where in the console the reader is; kept behind the `#`, so that names of namespaces reach no log of a server. */
export interface Place {
  /** The parts of the path, decoded. */
  path: readonly string[];
  query: URLSearchParams;
}

export const place = signal<Place>(read());
window.addEventListener('hashchange', () => {
  place.value = read();
});

export function href(path: readonly string[], query: Record<string, string | undefined> = {}): string {
  const asked = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const text = path.map(encodeURIComponent).join('/');
  return `#/${text}${asked.length > 0 ? `?${new URLSearchParams(asked)}` : ''}`;
}

export function go(path: readonly string[], query: Record<string, string | undefined> = {}): void {
  location.hash = href(path, query);
}

/** Changes what is asked for on this page, without a new step in the history of the tab. */
export function ask(change: Record<string, string | undefined>): void {
  const query = { ...Object.fromEntries(place.value.query), ...change };
  history.replaceState(null, '', href(place.value.path, query));
  place.value = read();
}

function read(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { path: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
