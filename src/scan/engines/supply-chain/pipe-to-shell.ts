import type { EngineFinding } from '../../model/finding.ts';
import { baseName } from './path-kinds.ts';
import { findingOnLine, type SupplyChainCheck } from './source-place.ts';

const scriptNames = /\.(sh|bash|zsh|ksh|bats|mk|just)$|^(makefile|gnumakefile|justfile|\.bashrc|\.profile)$/;
const maxFindings = 20;

const download = /\b(curl|wget|fetch)\b/;
const shell = /^\s*(sudo\s+(-\w+\s+)*)?(\S*\/)?(env\s+)?(ba|z|da|k|a)?sh\b/;
const substituted =
  /(\beval|\b(ba|z|da)?sh\s+-c|\bsource|^\s*\.)\s+["']?(\$\(|`|<\()\s*(curl|wget)\b|\b(ba|z)?sh\s+<\(\s*(curl|wget)\b/;
const assigned = /^\s*(?:export\s+|local\s+)?(\w+)=["']?(?:\$\(|`)\s*(?:curl|wget)\b/;

/** Downloads that are run without anybody having looked at them. */
export const pipeToShell: SupplyChainCheck = (file, rules) => {
  if (!scriptNames.test(baseName(file.path)) && !/^#!.*\b(ba|z|da|k)?sh\b/.test(file.text.slice(0, 80)))
    return [];
  const findings: EngineFinding[] = [];
  const downloaded = new Set<string>();
  file.text.split('\n').forEach((line, index) => {
    if (/^\s*#/.test(line) || findings.length >= maxFindings) return;
    const assignment = assigned.exec(line);
    if (assignment) downloaded.add(assignment[1]!);
    const evaluated = /\b(?:eval|(?:ba|z)?sh\s+-c|(?:ba|z)?sh\s+<<<)\s+["']?\$\{?(\w+)/.exec(line);
    if (!isPiped(line) && !substituted.test(line) && !(evaluated && downloaded.has(evaluated[1]!))) return;
    findings.push(findingOnLine(file, rules, 'supply-chain.pipe-to-shell', index + 1, '', line));
  });
  return findings;
};

/** A download straight into a shell. Command by command: one expression for both would read the whole line from each download on. */
function isPiped(line: string): boolean {
  return line.split(/[;&#]/).some((list) => {
    const commands = list.split('|');
    return commands.some((command, i) => i > 0 && shell.test(command) && download.test(commands[i - 1]!));
  });
}
