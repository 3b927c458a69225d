import { type ConfigNode, child, entries, text } from '../../formats/document/node.ts';
import { parseYaml } from '../../formats/yaml/parse-yaml.ts';
import type { EngineFinding } from '../../model/finding.ts';
import { baseName } from './path-kinds.ts';
import { findingOnLine, type SupplyChainCheck } from './source-place.ts';

const maxFindings = 20;
const dependencyFields = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const;

/** Where packages come from, as manifests, lockfiles and settings of package managers say. */
export const packageSources: SupplyChainCheck = (file, rules) => {
  const name = baseName(file.path);
  if (name === 'package-lock.json' || name === 'npm-shrinkwrap.json') return npmLockfile(file, rules);
  if (name === 'package.json') return npmManifest(file, rules);
  if (name === 'yarn.lock' || name === 'pnpm-lock.yaml') return textLockfile(file, rules);
  if (/^requirements.*\.(txt|in)$|^constraints.*\.txt$/.test(name)) return requirements(file, rules);
  if (/^(\.npmrc|\.yarnrc(\.yml)?|pip\.conf|\.condarc|\.gemrc|bunfig\.toml)$/.test(name))
    return managerSettings(file, rules);
  return [];
};

const npmLockfile: SupplyChainCheck = (file, rules) => {
  const document = parseYaml(file.text).documents[0];
  const packages = [...entries(child(document, 'packages')), ...entries(child(document, 'dependencies'))];
  const findings: EngineFinding[] = [];
  let missing = 0;
  for (const { key, line, value } of packages) {
    const resolved = text(child(value, 'resolved'));
    if (resolved === undefined || findings.length >= maxFindings) continue;
    const name = key.replace(/^.*node_modules\//, '');
    if (/^http:/.test(resolved))
      findings.push(
        withChecksum(
          findingOnLine(
            file,
            rules,
            'supply-chain.plain-package-source',
            line,
            `${name} comes from ${hostOf(resolved)} without TLS.`,
            name,
          ),
          text(child(value, 'integrity')) ?? '',
        ),
      );
    else if (/^git\+|^git:|^github:/.test(resolved)) {
      if (!/#[0-9a-f]{40}$/.test(resolved))
        findings.push(
          findingOnLine(
            file,
            rules,
            'supply-chain.unpinned-git-package',
            line,
            `${name} is taken from git without a commit.`,
            name,
          ),
        );
    } else if (/^https:/.test(resolved) && !text(child(value, 'integrity')) && /\.tgz(\?|$)/.test(resolved))
      missing++;
  }
  const foreign = foreignHosts(
    packages.map((entry) => ({
      name: entry.key,
      line: entry.line,
      resolved: text(child(entry.value, 'resolved')) ?? '',
    })),
  );
  for (const { name, line, resolved } of foreign.slice(0, maxFindings)) {
    findings.push(
      findingOnLine(
        file,
        rules,
        'supply-chain.foreign-package-source',
        line,
        `${name.replace(/^.*node_modules\//, '')} comes from ${hostOf(resolved)}, unlike the other packages.`,
        name,
      ),
    );
  }
  if (missing > 0)
    findings.push(
      findingOnLine(
        file,
        rules,
        'supply-chain.missing-integrity',
        1,
        `${missing} packages have no checksum.`,
        'integrity',
      ),
    );
  return findings;
};

/** What was changed on the way is refused where the lockfile has a checksum that cannot be forged; SHA-1 can. */
function withChecksum(finding: EngineFinding, integrity: string): EngineFinding {
  if (/\bsha(?:256|384|512)-/.test(integrity)) return { ...finding, severity: 'low' };
  return /\bsha1-/.test(integrity) ? { ...finding, severity: 'medium' } : finding;
}

// One or two packages from another host than hundreds of others are worth a look; a second registry of a team is not.
function foreignHosts(
  list: Array<{ name: string; line: number; resolved: string }>,
): Array<{ name: string; line: number; resolved: string }> {
  const hosts = new Map<string, number>();
  const remote = list.filter((item) => /^https:/.test(item.resolved));
  for (const item of remote) hosts.set(hostOf(item.resolved), (hosts.get(hostOf(item.resolved)) ?? 0) + 1);
  if (hosts.size < 2 || remote.length < 10) return [];
  return remote.filter((item) => {
    const host = hostOf(item.resolved);
    const known =
      /(^|\.)(npmjs\.org|yarnpkg\.com|npmmirror\.com|github\.com|githubusercontent\.com|npm\.pkg\.github\.com|jsr\.io)$/.test(
        host,
      );
    return !known && (hosts.get(host) ?? 0) <= 2;
  });
}

const npmManifest: SupplyChainCheck = (file, rules) => {
  if (!/"(git|http|github:|gitlab:|bitbucket:|[\w-]+\/[\w.-]+["#])/.test(file.text)) return [];
  const document = parseYaml(file.text).documents[0];
  const findings: EngineFinding[] = [];
  for (const field of dependencyFields) {
    for (const entry of entries(child(document, field))) {
      const source = text(entry.value) ?? '';
      if (/^http:/.test(source))
        findings.push(
          findingOnLine(
            file,
            rules,
            'supply-chain.plain-package-source',
            entry.line,
            `${entry.key} is fetched without TLS.`,
            entry.key,
          ),
        );
      else if (isGitSource(source) && !/#(semver:|[0-9a-f]{7,40}$)/.test(source)) {
        findings.push(
          findingOnLine(
            file,
            rules,
            'supply-chain.unpinned-git-package',
            entry.line,
            `${entry.key} is taken from git without a commit.`,
            entry.key,
          ),
        );
      }
    }
  }
  return findings.slice(0, maxFindings);
};

function isGitSource(source: string): boolean {
  return (
    /^(git(\+\w+)?:|github:|gitlab:|bitbucket:|git@)|\.git(#|$)/.test(source) ||
    /^[\w-]+\/[\w.-]+(#.*)?$/.test(source)
  );
}

const textLockfile: SupplyChainCheck = (file, rules) =>
  readLines(file, rules, (line, add) => {
    const [, , url] =
      /(resolved\s+"|tarball:\s*|resolution:\s*\{tarball:\s*)(http:\/\/[^\s",}]+)/.exec(line) ?? [];
    if (url !== undefined) add(plainSource, `A package comes from ${hostOf(url)} without TLS.`, url);
  });

const requirements: SupplyChainCheck = (file, rules) =>
  readLines(file, rules, (line, add) => {
    if (/^\s*#/.test(line)) return;
    if (/^\s*(-i|--(extra-)?index-url|--find-links|-f)[\s=]+http:\/\//.test(line))
      add(plainSource, 'The index is reached without TLS.');
    else if (/^\s*--extra-index-url[\s=]/.test(line)) add('supply-chain.second-index', '');
    else if (/^\s*--trusted-host[\s=]/.test(line))
      add(plainSource, 'The certificate of the index is not checked.');
    else if (/(^|\s|@\s*)git\+\w+:\/\//.test(line) && !/@[0-9a-f]{7,40}(#|\s|$)/.test(line))
      add('supply-chain.unpinned-git-package', 'The package is taken from git without a commit.');
    else if (/(^|@\s*)http:\/\/\S{1,500}\.(whl|tar\.gz|zip)/.test(line))
      add(plainSource, 'The package is fetched without TLS.');
  });

const managerSettings: SupplyChainCheck = (file, rules) =>
  readLines(file, rules, (line, add) => {
    if (/^\s*[#;]/.test(line)) return;
    if (uncheckedRegistry.test(line)) add(plainSource, 'Certificates of the registry are not checked.');
    else if (/(registry|index-url|npmRegistryServer)\s*[=:]\s*"?http:\/\/(?!localhost|127\.)/.test(line))
      add(plainSource, 'The registry is reached without TLS.');
    else if (/^\s*extra-index-url\s*=/.test(line)) add('supply-chain.second-index', '');
  });

const plainSource = 'supply-chain.plain-package-source';
const uncheckedRegistry =
  /strict-ssl\s*[=:]?\s*"?false|ssl_verify\s*[:=]\s*false|trusted-host\s*=|enableStrictSsl:\s*false|:ssl_verify_mode:\s*0/;

/** Judges a file line by line. A finding shows the line, or the part of it that is named. */
function readLines(
  file: Parameters<SupplyChainCheck>[0],
  rules: Parameters<SupplyChainCheck>[1],
  judge: (line: string, add: (ruleId: string, detail: string, text?: string) => void) => void,
): EngineFinding[] {
  const findings: EngineFinding[] = [];
  for (const [index, line] of file.text.split('\n').entries()) {
    if (findings.length >= maxFindings) break;
    judge(line, (ruleId, detail, text = line) =>
      findings.push(findingOnLine(file, rules, ruleId, index + 1, detail, text)),
    );
  }
  return findings;
}

function hostOf(url: string): string {
  return /^[a-z+]+:\/\/(?:[^@/]*@)?([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

/** The direct dependencies of a manifest, for the comparison with its lockfile. */
export function directDependencies(document: ConfigNode | undefined): Map<string, number> {
  const found = new Map<string, number>();
  for (const field of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const entry of entries(child(document, field))) found.set(entry.key, entry.line);
  }
  return found;
}
