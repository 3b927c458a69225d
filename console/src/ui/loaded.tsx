import type { ComponentChildren } from 'preact';
import type { Load } from '../api/load.ts';
import { Failure } from './failure.tsx';
import { Waiting } from './waiting.tsx';

/** Shows what was fetched, or that it is on its way, or why it did not come. */
export function Loaded<T>({
  load,
  what,
  children,
}: {
  load: Load<T>;
  what: string;
  children(data: T): ComponentChildren;
}) {
  if (load.error) return <Failure error={load.error} retry={load.reload} />;
  if (load.data === undefined) return <Waiting what={what} />;
  return <>{children(load.data)}</>;
}
