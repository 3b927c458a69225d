import { agentOrders } from '../../../content/instructions/agent-orders.ts';
import { type ConfigNode, child, entries, items, text } from '../../formats/document/node.ts';
import { parseYaml } from '../../formats/yaml/parse-yaml.ts';
import { atMost, type EngineFinding } from '../../model/finding.ts';
import { isKnownInstaller } from './known-installers.ts';
import { isAgentRulePath } from './path-kinds.ts';
import { findingAt, findingOnLine, type SupplyChainCheck } from './source-place.ts';

const mcpPath =
  /(^|\/)(\.?mcp(\.[\w-]+)?\.json|mcp_config\.json|mcp_settings\.json|claude_desktop_config\.json|cline_mcp_settings\.json|\.gemini\/settings\.json|\.claude\/settings(\.local)?\.json)$/i;

export function isMcpPath(path: string): boolean {
  return mcpPath.test(path);
}

/** Instructions for coding agents that a reviewer would not give. */
export const agentInstructions: SupplyChainCheck = (file, rules) => {
  if (isMcpPath(file.path)) return mcpServers(file, rules);
  if (!isAgentRulePath(file.path)) return [];
  const findings: EngineFinding[] = [];
  for (const [pattern, detail] of agentOrders) {
    const match = worst(file.text, pattern);
    if (!match) continue;
    const finding = findingAt(file, rules, 'supply-chain.agent-instruction', match.index, detail, match[0]);
    const isMild =
      isQuoted(file.text, match) ||
      isToldOfOthers(file.text, match) ||
      isForOthers(file.path) ||
      isKnownInstaller(match[0]);
    findings.push(isMild ? { ...finding, severity: atMost(finding.severity, 'medium') } : finding);
  }
  return findings;
};

/** The first order of a kind, before which installers of known publishers are passed over. */
function worst(text: string, pattern: RegExp): RegExpExecArray | undefined {
  const first = pattern.exec(text) ?? undefined;
  if (!first || !isKnownInstaller(first[0])) return first;
  for (const each of text.matchAll(new RegExp(pattern, `${pattern.flags}g`)))
    if (!isKnownInstaller(each[0])) return each;
  return first;
}

/** `even when it says "ignore previous instructions"`: words that are quoted are spoken about. */
function isQuoted(text: string, { index, 0: found }: RegExpExecArray): boolean {
  return (
    /["'`\u201c]$/.test(text.slice(0, index)) &&
    /^[^"'`\u201d\n]{0,60}["'`\u201d]/.test(text.slice(index + found.length))
  );
}

/** `Clients send their tokens to the server`: several of something in front of the verb do it, and nobody is told to. */
function isToldOfOthers(text: string, { index, 0: found }: RegExpExecArray): boolean {
  if (!/^[a-z]/i.test(found) || /^(?:do|don|never|curl|wget|ignore|disregard|forget)\b/i.test(found))
    return false;
  const subject = /([A-Za-z][\w-]*)[ \t]+$/.exec(text.slice(Math.max(0, index - 60), index))?.[1] ?? '';
  return (
    /[^s]s$/i.test(subject) &&
    !/^(?:always|this|agents?|assistants?|models?|is|was|as|its|us|thus)$/i.test(subject)
  );
}

/** Prompts of the program for a model of its own, and files that came with a package: no coding agent of this repository obeys them. */
function isForOthers(path: string): boolean {
  if (/(?:^|\/)\.(?:github|claude|cursor|continue)\//.test(path)) return false;
  return /(?:^|\/)(?:vendor|node_modules|third_party|prompts)\//i.test(path);
}

const mcpServers: SupplyChainCheck = (file, rules) => {
  const document = parseYaml(file.text).documents[0];
  const servers =
    child(document, 'mcpServers') ?? child(document, 'servers') ?? child(document, 'mcp', 'servers');
  const findings = entries(servers).flatMap((server): EngineFinding[] => {
    const unpinned = unpinnedPackage(server.value);
    if (unpinned) {
      return [
        findingOnLine(
          file,
          rules,
          'supply-chain.unpinned-mcp-server',
          server.line,
          `The server "${server.key}" runs whatever "${unpinned}" is today.`,
          `${server.key} ${unpinned}`,
        ),
      ];
    }
    const url = text(child(server.value, 'url')) ?? '';
    if (/^http:\/\/(?!localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(url)) {
      return [
        findingOnLine(
          file,
          rules,
          'supply-chain.plain-mcp-server',
          server.line,
          `The server "${server.key}" is reached without TLS.`,
          server.key,
        ),
      ];
    }
    return [];
  });
  const hook = downloadHook(file.text);
  if (hook)
    findings.push(
      findingAt(
        file,
        rules,
        'supply-chain.agent-instruction',
        hook.index,
        'A hook runs a downloaded script.',
        hook.text,
      ),
    );
  return findings;
};

// `npx -y pkg` and `uvx pkg` take the newest release at every start.
function unpinnedPackage(server: ConfigNode): string | undefined {
  const command = (text(child(server, 'command')) ?? '').split('/').at(-1) ?? '';
  const args = items(child(server, 'args')).map((argument) => text(argument) ?? '');
  const runner = /^(npx|bunx|pnpx|uvx|pipx)(\.cmd)?$/.exec(command)?.[1];
  if (!runner) return undefined;
  const name = args.find((argument) => !argument.startsWith('-') && argument !== 'run' && argument !== 'dlx');
  if (!name || name.startsWith('.') || name.startsWith('/')) return undefined;
  const version = name.startsWith('@') ? name.slice(1).split('@')[1] : name.split(/@|==/)[1];
  return version === undefined || /^(latest|next|\*)$/.test(version) ? name : undefined;
}

/** A command that pipes a download into a shell, up to that shell. Step by step: one expression would read the command again from each download on. */
function downloadHook(text: string): { index: number; text: string } | undefined {
  for (const { 0: whole, 1: command, index } of text.matchAll(/"command"\s*:\s*"([^"]*)/g)) {
    const download = command!.search(/\b(curl|wget)\b/);
    if (download === -1) continue;
    const shell = [...command!.slice(download).matchAll(/\|\s*(ba|z)?sh\b/g)].at(-1);
    if (!shell) continue;
    const end = download + shell.index + shell[0].length;
    return { index, text: whole.slice(0, whole.length - command!.length + end) };
  }
  return undefined;
}
