import { replacedText } from '../../../formats/document/computed-value.ts';
import { type MappingEntry, mapping, scalar } from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';
import type { Instruction } from './parse-dockerfile.ts';

interface Stage {
  name: string;
  base: string;
  user: string | undefined;
  userLine: number;
  line: number;
  startLine: number;
  hasHealthcheck: boolean;
}

/** What rules check of a Dockerfile: each instruction by its keyword, each stage, and the image that comes out of it. */
export function dockerfileResources(instructions: readonly Instruction[], file: string): Resource[] {
  const resources: Resource[] = [];
  const stages = new Map<string, Stage>();
  const variables = new Map<string, string>();
  const room = { characters: maxSubstituted };
  let current: Stage | undefined;
  let stageNumber = 0;

  const add = (
    type: string,
    instruction: Instruction,
    fields: Record<string, string | number | boolean | undefined>,
  ) => {
    const members: MappingEntry[] = [];
    for (const [key, value] of Object.entries(fields)) {
      if (value !== undefined)
        members.push({
          key,
          line: instruction.line,
          value: scalar(value, instruction.line, instruction.endLine),
        });
    }
    resources.push({
      type,
      name: current?.name ?? '',
      address: current?.name ? `stage ${current.name}` : '',
      file,
      line: instruction.line,
      endLine: instruction.endLine,
      document: mapping(members, instruction.line, instruction.endLine),
    });
  };

  for (const instruction of instructions) {
    const substituted = substitute(instruction.text, variables, room);
    const resolved = substituted ?? instruction.text;
    if (instruction.keyword === 'FROM') {
      const { image, name } = fromParts(resolved);
      const parent = stages.get(image.toLowerCase());
      const stage: Stage = {
        name: name || String(stageNumber),
        base: image,
        user: parent ? parent.user : impliedUser(image),
        userLine: instruction.line,
        line: instruction.line,
        startLine: instruction.line,
        hasHealthcheck: parent?.hasHealthcheck ?? false,
      };
      const duplicate = name !== '' && stages.has(name.toLowerCase());
      stages.set((name || String(stageNumber)).toLowerCase(), stage);
      stages.set(String(stageNumber), stage);
      stageNumber++;
      current = stage;
      add('FROM', instruction, {
        text: resolved,
        ...imageFields(image),
        stage: parent !== undefined,
        platform: /--platform=/.test(resolved),
        duplicate,
      });
      continue;
    }
    if (instruction.keyword === 'ARG' || instruction.keyword === 'ENV') {
      for (const [key, value] of assignments(instruction, resolved)) {
        // What is too long to be put together is not known, and stands as its own name where it is used.
        if (value !== undefined) variables.set(key, substituted === undefined ? `$${key}` : value);
        add(instruction.keyword, instruction, { name: key, value: value ?? '', text: instruction.text });
      }
      continue;
    }
    if (instruction.keyword === 'USER' && current) {
      current.user = resolved.trim();
      current.userLine = instruction.line;
    }
    if (instruction.keyword === 'HEALTHCHECK' && current) current.hasHealthcheck = true;
    if ((instruction.keyword === 'CMD' || instruction.keyword === 'ENTRYPOINT') && current)
      current.line = instruction.line;
    add(instruction.keyword, instruction, {
      text: instruction.keyword === 'RUN' ? instruction.text : resolved,
    });
  }
  if (current) addImage(resources, current, instructions, file);
  return resources;
}

function addImage(
  resources: Resource[],
  stage: Stage,
  instructions: readonly Instruction[],
  file: string,
): void {
  const name = stage.user?.split(':')[0] ?? '';
  const user =
    name === '' ? 'missing' : /^(root|0)$/.test(name) ? 'root' : name.includes('$') ? 'unknown' : 'other';
  const line = user === 'root' ? stage.userLine : stage.line;
  const last = instructions.at(-1)!;
  const scratch = /^scratch$/i.test(stage.base);
  resources.push({
    type: 'image',
    name: stage.name,
    address: 'final image',
    file,
    line: 1,
    endLine: last.endLine,
    document: mapping(
      [
        { key: 'user', line, value: scalar(scratch && user === 'missing' ? 'scratch' : user, line) },
        { key: 'healthcheck', line: stage.startLine, value: scalar(stage.hasHealthcheck, stage.startLine) },
      ],
      1,
      last.endLine,
    ),
  });
}

// Images that are published to run without root need no USER line.
function impliedUser(image: string): string | undefined {
  return /nonroot|rootless|unprivileged|cgr\.dev\/chainguard|\/distroless\/.*:(debug-)?nonroot/.test(image)
    ? 'nonroot'
    : undefined;
}

function fromParts(text: string): { image: string; name: string } {
  const words = text.split(/\s+/).filter((word) => word !== '' && !word.startsWith('--'));
  const as = words.findIndex((word) => /^as$/i.test(word));
  return { image: words[0] ?? '', name: as > 0 ? (words[as + 1] ?? '') : '' };
}

function imageFields(image: string): { image: string; tag: string; digest: boolean; known: boolean } {
  const [reference = '', digest = ''] = image.split('@');
  const colon = reference.lastIndexOf(':');
  const tag = colon > reference.lastIndexOf('/') ? reference.slice(colon + 1) : '';
  return { image: reference, tag, digest: digest !== '', known: !image.includes('$') && image !== '' };
}

/** The text with what the variables hold; undefined where that would be too long. */
function substitute(
  text: string,
  variables: ReadonlyMap<string, string>,
  room: { characters: number },
): string | undefined {
  if (!text.includes('$')) return text;
  if (room.characters <= 0) return undefined;
  const result = replacedText(text, variable, ([whole, plain, braced, operator, word = '']) => {
    const value = variables.get(plain ?? braced ?? '');
    if (value !== undefined && value !== '') return operator === '+' ? word : value;
    return operator === '-' ? word : whole;
  });
  room.characters -= result?.length ?? 0;
  return result;
}

const variable = /\$(?:(\w+)|\{(\w+)(?::([-+])([^}]*))?\})/g;
/** All texts of a file with their variables put in. */
const maxSubstituted = 8 * 1024 * 1024;

function* assignments(instruction: Instruction, resolved: string): Generator<[string, string | undefined]> {
  if (instruction.keyword === 'ENV' && !/^[^\s=]+=/.test(resolved)) {
    const [, key = '', value = ''] = /^(\S+)\s+(.*)$/s.exec(resolved) ?? [];
    if (key) yield [key, value.trim()];
    return;
  }
  for (const match of resolved.matchAll(/([A-Za-z_][\w.-]*)(?:=("(?:[^"\\]|\\.)*"|'[^']*'|\S*))?/g)) {
    yield [match[1]!, match[2]?.replace(/^(["'])(.*)\1$/s, '$2')];
  }
}
