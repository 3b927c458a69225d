import type { Command } from './command.ts';

/** Every command, loaded only when it is called: a scan in CI must not wait for what it does not use. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serve,
  scan: async () => (await import('./scan.ts')).scan,
  fix: async () => (await import('./fix/fix.ts')).fix,
  memory: async () => (await import('./memory/memory.ts')).memory,
  scans: async () => (await import('./scans.ts')).scans,
  mcp: async () => (await import('./mcp.ts')).mcp,
  key: async () => (await import('./key.ts')).key,
  tenant: async () => (await import('./tenant.ts')).tenant,
  audit: async () => (await import('./audit.ts')).audit,
  backup: async () => (await import('./data-folder/backup.ts')).backup,
  move: async () => (await import('./data-folder/move.ts')).move,
  restore: async () => (await import('./data-folder/restore.ts')).restore,
  verify: async () => (await import('./data-folder/verify.ts')).verify,
  advisories: async () => (await import('./advisories.ts')).advisories,
  models: async () => (await import('./models/models.ts')).models,
  rules: async () => (await import('./rules.ts')).rules,
  code: async () => (await import('./code.ts')).code,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
};

export const commandNames: readonly string[] = Object.keys(commands);

export function loadCommand(name: string): Promise<Command> {
  return commands[name]!();
}
