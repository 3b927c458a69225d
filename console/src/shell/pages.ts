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
    name: 'playground',
    title: 'Playground',
    group: 'Memory',
    scope: 'memory:read',
    load: () => import('../pages/playground/playground.tsx'),
  },
  {
    name: 'map',
    title: 'Map',
    group: 'Memory',
    scope: 'memory:read',
    load: () => import('../pages/map/map.tsx'),
  },
  {
    name: 'scans',
    title: 'Scans',
    group: 'Security',
    scope: 'scan:read',
    load: () => import('../pages/scans/scans.tsx'),
  },
  {
    name: 'findings',
    title: 'Findings',
    group: 'Security',
    scope: 'scan:read',
    load: () => import('../pages/findings/findings.tsx'),
  },
  {
    name: 'compare',
    title: 'Compare',
    group: 'Security',
    scope: 'scan:read',
    load: () => import('../pages/compare/compare.tsx'),
  },
  {
    name: 'dependencies',
    title: 'Dependencies',
    group: 'Security',
    scope: 'scan:read',
    load: () => import('../pages/dependencies/dependencies.tsx'),
  },
  {
    name: 'rules',
    title: 'Rules',
    group: 'Security',
    scope: 'scan:read',
    load: () => import('../pages/rules/rules.tsx'),
  },
  {
    name: 'keys',
    title: 'Keys',
    group: 'Service',
    scope: 'admin',
    load: () => import('../pages/keys/keys.tsx'),
  },
  {
    name: 'usage',
    title: 'Usage',
    group: 'Service',
    scope: 'admin',
    load: () => import('../pages/usage/usage.tsx'),
  },
  {
    name: 'audit',
    title: 'Audit',
    group: 'Service',
    scope: 'admin',
    load: () => import('../pages/audit/audit.tsx'),
  },
  {
    name: 'settings',
    title: 'Settings',
    group: 'Service',
    load: () => import('../pages/settings/settings.tsx'),
  },
];
