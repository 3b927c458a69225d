import type { Package } from '../../../../clients/typescript/src/types.ts';

/** The dependency that a finding is about, and how the repository comes by it. */
export function PackageView({ details }: { details: Package }) {
  const { purl, path, fixedVersion, vulnIds, reachable } = details;
  return (
    <dl class="facts">
      <dt>Package</dt>
      <dd class="mono">{purl}</dd>
      <dt>Comes by</dt>
      <dd>{path.length > 1 ? path.join(' → ') : 'directly'}</dd>
      <dt>Fixed in</dt>
      <dd>{fixedVersion ?? 'no version yet'}</dd>
      <dt>Advisories</dt>
      <dd>{vulnIds.join(', ')}</dd>
      {reachable !== undefined && (
        <>
          <dt>Used</dt>
          <dd>
            <span class={reachable ? 'badge high' : 'badge'}>
              {reachable ? 'the code uses it' : 'the code does not use it'}
            </span>
          </dd>
        </>
      )}
    </dl>
  );
}
