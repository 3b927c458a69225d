import type { Workflow } from './workflow-model.ts';

/** The file that a `./…` reference names. */
export function localFile(uses: string, files: ReadonlyMap<string, Workflow>): Workflow | undefined {
  if (!uses.startsWith('./')) return undefined;
  const path = uses.slice(2).replace(/@.*$/, '').replace(/\/+$/, '');
  return (
    files.get(path) ??
    files.get(`${path}/action.yml`) ??
    files.get(`${path}/action.yaml`) ??
    (path === '' ? files.get('action.yml') : undefined)
  );
}
