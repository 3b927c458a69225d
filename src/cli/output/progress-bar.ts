import type { Terminal } from '../terminal.ts';

export interface ProgressBar {
  /** Without a known total, the count alone is shown; `note` says in a few words what is being done. */
  update(done: number, total?: number, note?: string): void;
  /** Clears the line for what is said next. */
  end(): void;
}

const width = 30;

/** Progress on long work: a moving line where a person watches, nothing where a program reads. */
export function createProgressBar(terminal: Terminal, label: string): ProgressBar {
  if (!terminal.interactive) return { update: () => {}, end: () => {} };
  return {
    update: (done, total, note) =>
      process.stderr.write(`\r\u001b[K${renderProgress(label, done, total, note)}`),
    end: () => process.stderr.write('\r\u001b[K'),
  };
}

function renderProgress(label: string, done: number, total: number | undefined, note?: string): string {
  if (total === undefined || total <= 0) return `${label} ${done}`;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * width);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
  return `${label} ${bar} ${Math.floor(share * 100)} %${note ? `  ${note}` : ''}`;
}
