import type { Terminal } from './terminal.ts';

export interface ProgressBar {
  /** Without a known total, the count alone is shown. */
  update(done: number, total?: number): void;
  /** Clears the line for what is said next. */
  end(): void;
}

const width = 30;

/** Progress on long work: a moving line where a person watches, nothing where a program reads. */
export function createProgressBar(terminal: Terminal, label: string): ProgressBar {
  if (!terminal.interactive) return { update: () => {}, end: () => {} };
  return {
    update: (done, total) => process.stderr.write(`\r\u001b[K${render(label, done, total)}`),
    end: () => process.stderr.write('\r\u001b[K'),
  };
}

function render(label: string, done: number, total: number | undefined): string {
  if (total === undefined || total <= 0) return `${label} ${done}`;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * width);
  return `${label} ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${Math.floor(share * 100)} %`;
}
