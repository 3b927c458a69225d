import { child, entries, text } from '../../formats/document/node.ts';
import { parseYaml } from '../../formats/yaml/parse-yaml.ts';
import type { EngineFinding } from '../../model/finding.ts';
import { baseName } from './path-kinds.ts';
import { findingAt, findingOnLine, type SupplyChainCheck } from './source-place.ts';

/** Scripts that npm runs by itself when the package is installed. */
const lifecycle = new Set(['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare']);

const downloads =
  /\b(curl|wget|Invoke-WebRequest|iwr|bitsadmin|certutil)\b|https?:\/\/[^\s"']+\.(sh|ps1|exe|py|js)\b/i;
const executes =
  /\|\s*(ba|z)?sh\b|\bnode\s+(-e|--eval|-p)\b|\bpython3?\s+-c\b|\bpowershell\b|\bbase64\s+(-d|--decode)|\beval\b|child_process|\/dev\/tcp\/|\bnc\s+-e\b/i;

/** Code that runs when somebody merely installs the package. */
export const installScripts: SupplyChainCheck = (file, rules) => {
  const name = baseName(file.path);
  if (name === 'package.json') return packageScripts(file, rules);
  if (name === 'setup.py') return setupScript(file, rules);
  return [];
};

const packageScripts: SupplyChainCheck = (file, rules) => {
  if (!/"(pre|post)?(install|prepare)"/.test(file.text)) return [];
  const scripts = child(parseYaml(file.text).documents[0], 'scripts');
  return entries(scripts).flatMap((entry): EngineFinding[] => {
    const command = text(entry.value) ?? '';
    if (!lifecycle.has(entry.key)) return [];
    const network = downloads.test(command);
    const execution = executes.test(withoutOwnModules(command));
    if (!network && !execution) return [];
    const what =
      network && execution ? 'downloads and executes' : network ? 'downloads' : 'executes text as code';
    return [
      findingOnLine(
        file,
        rules,
        'supply-chain.install-script',
        entry.line,
        `The script "${entry.key}" ${what}.`,
        `${entry.key} ${command}`,
      ),
    ];
  });
};

const setupScript: SupplyChainCheck = (file, rules) => {
  const pattern =
    /\b(exec|eval)\s*\(\s*(base64|zlib|codecs|bytes\.fromhex|__import__|compile|requests|urllib)|\b(urllib\.request\.urlopen|requests\.(get|post))\s*\(|os\.system\s*\(\s*["'](curl|wget|powershell)/;
  const match = pattern.exec(file.text);
  if (!match) return [];
  return [
    findingAt(
      file,
      rules,
      'supply-chain.install-script',
      match.index,
      'setup.py fetches or executes something while it is installed.',
      match[0],
    ),
  ];
};

/** `node -e "try{require('./postinstall')}catch(e){}"` runs a file of the package and nothing else, as `node postinstall.js` would. */
function withoutOwnModules(command: string): string {
  return command.replace(
    /\bnode\s{1,8}(?:-e|--eval)\s{1,8}(?:"([^"]{1,300})"|'([^']{1,300})')/g,
    (whole, double: string | undefined, single: string | undefined) =>
      ownModule.test((double ?? single ?? '').replace(/[\s\\]/g, '')) ? '' : whole,
  );
}

const ownModule =
  /^(?:try\{)?(?:import|require)\(["'`]\.{1,2}\/[\w./-]{1,120}["'`]\)(?:\.catch\(\(?\w{0,10}\)?=>(?:\{\}|void0|null|undefined)\))?;?(?:\}catch(?:\(\w{1,10}\))?\{\})?;?$/;
