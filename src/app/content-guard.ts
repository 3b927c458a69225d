import { ContentInspector } from '../content/content-inspector.ts';
import type { ContentGuard } from '../memory/guard/content-guard.ts';
import { createTextSecrets } from '../scan/engines/secrets/text-secrets.ts';

/** The guard of memory, with the scanner's rules for credentials. What a rule only suspects is not worth changing a text for. */
export function createContentGuard(): ContentGuard {
  const findSecrets = createTextSecrets();
  return new ContentInspector({
    findSecrets: (text) => findSecrets(text).filter(({ confidence }) => confidence !== 'low'),
  });
}
