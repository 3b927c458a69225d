import type { Scan } from '../../../../clients/typescript/src/types.ts';
import { counted, formatNumber } from '../../ui/format.ts';

const phases = [
  ['fetching', 'Fetching'],
  ['listing', 'Listing files'],
  ['analysing', 'Analysing'],
  ['history', 'History'],
  ['concluding', 'Concluding'],
  ['remembering', 'Remembering its code'],
] as const;

/** How far a scan has come, as it happens. */
export function Progress({ scan }: { scan: Scan }) {
  const { progress, status } = scan;
  const percent = Math.round(progress?.percent ?? 0);
  const at = phases.findIndex(([phase]) => phase === progress?.phase);
  return (
    <section class="card" aria-label="Progress">
      <div class="row spread">
        <h2>{status === 'pending' ? 'Waiting for its turn' : (phases[at]?.[1] ?? 'Starting')}</h2>
        <span class="number">{percent} %</span>
      </div>
      <div
        class="bar thick"
        role="progressbar"
        aria-label="Progress of the scan"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <ol class="phases small">
        {/* Most scans do not have the last one. */}
        {phases.slice(0, Math.max(5, at + 1)).map(([phase, name], i) => (
          <li key={phase} class={i < at ? 'done' : i === at ? 'now' : ''}>
            {name}
          </li>
        ))}
      </ol>
      {progress && progress.filesTotal > 0 && (
        <p class="small quiet number">
          {formatNumber(progress.filesDone)} of {counted(progress.filesTotal, 'file')}
        </p>
      )}
    </section>
  );
}
