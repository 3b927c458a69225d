import { readFileSync } from 'node:fs';
import { child, items, text } from '../infrastructure/document/node.ts';
import { parseYaml } from '../infrastructure/yaml/parse-yaml.ts';

interface KnownNames {
  names: ReadonlySet<string>;
  /** Names that look like a popular one and are fine. */
  fine: ReadonlySet<string>;
}

export interface PopularPackages {
  npm: KnownNames;
  pypi: KnownNames;
}

/** Reads `rules/supply-chain/popular-packages.yaml`. */
export function readPopularPackages(): PopularPackages {
  const source = readFileSync(
    new URL('../../../../rules/supply-chain/popular-packages.yaml', import.meta.url),
    'utf8',
  );
  const document = parseYaml(source).documents[0];
  const words = (...keys: string[]) =>
    new Set(
      items(child(document, ...keys))
        .flatMap((node) => (text(node) ?? '').split(/\s+/))
        .filter((word) => word !== ''),
    );
  return {
    npm: { names: words('npm', 'popular'), fine: words('npm', 'fine') },
    pypi: { names: words('pypi', 'popular'), fine: words('pypi', 'fine') },
  };
}
