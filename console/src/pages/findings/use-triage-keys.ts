import { useEffect, useRef } from 'preact/hooks';
import type { Decision } from './decision.ts';

interface Keys {
  active: boolean;
  next(): void;
  previous(): void;
  decide(decision: Decision): void;
}

/** One key each: j and k move, f, a and o decide. Not while the reader types into a field. */
export function useTriageKeys(keys: Keys): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { active, next, previous, decide } = newest.current;
      const typing = (event.target as HTMLElement).closest('input, textarea, select, dialog');
      if (!active || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const actions: Record<string, () => void> = {
        j: next,
        k: previous,
        f: () => decide('false_positive'),
        a: () => decide('accepted_risk'),
        o: () => decide('open'),
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
