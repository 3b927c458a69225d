import type { Engine } from '../../engines/engine.ts';
import { decodeText } from '../../source/source-text.ts';
import type { ShownText } from './present-findings.ts';

/**
 * Where a scan does not look for secrets, the files that something is shown of are still searched for them: what an engine shows of
 * the code must not hold a credential, whichever engines were asked for.
 */
export function withSecretsMasked<Text extends ShownText>(texts: readonly Text[], secrets: Engine): Text[] {
  const masks = new Map<string, Pick<ShownText, 'redactions' | 'maskEverywhere'>>();
  return texts.map((shown) => {
    const { contentKey, bytes, path } = shown;
    if (!bytes) return shown;
    let mask = masks.get(contentKey);
    if (!mask) {
      mask = masksOf(path, bytes, secrets);
      masks.set(contentKey, mask);
    }
    return { ...shown, ...mask };
  });
}

function masksOf(path: string, bytes: Uint8Array, secrets: Engine) {
  if (!secrets.wants(path, bytes.length)) return { redactions: [], maskEverywhere: [] };
  const text = decodeText(bytes);
  const file = { path, bytes, text, tree: undefined };
  const { redactions = [], maskEverywhere = [] } = secrets.analyse(file, { hashSecret: () => '' });
  return { redactions, maskEverywhere };
}
