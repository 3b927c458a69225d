import type { Severity } from '../../../scan/model/finding.ts';
import { paint, type Terminal } from '../../terminal.ts';

const colours = { critical: 'red', high: 'red', medium: 'yellow', low: 'cyan', info: 'dim' } as const;

/** Text in the colour of a severity; critical stands out from high. */
export function paintSeverity(terminal: Terminal, severity: Severity, text: string): string {
  const painted = paint(terminal, colours[severity], text);
  return severity === 'critical' ? paint(terminal, 'bold', painted) : painted;
}
