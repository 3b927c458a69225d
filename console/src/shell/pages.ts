import type { ComponentType } from 'preact';
import type { Scope } from '../api/session.ts';

export interface PageProps {
  /** What follows the name of the page in the address. */
  path: readonly string[];
  query: URLSearchParams;
}

export interface Page {
  name: string;
  title: string;
  group: '' | 'Memory' | 'Security' | 'Service';
  /** What a key needs to see the page. */
  scope?: Scope;
  load(): Promise<{ default: ComponentType<PageProps> }>;
}

/** Every page of the console, in the order of the menu. Each is fetched when it is first opened. */
export const pages: readonly Page[] = [
  {
    name: 'overview',
    title: 'Overview',
    group: '',
    load: () => import('../pages/overview/overview.tsx'),
  },
  {
    name: 'memory',
    title: 'Namespaces',
    group: 'Memory',
    scope: 'memory:read',
    load: () => import('../pages/memory/memory.tsx'),
  },
  {
    name: 'scans',
    title: 'Scans',
    group: 'Security',
    scope: 'scan:read',
    load: () => import('../pages/scans/scans.tsx'),
  },
];
