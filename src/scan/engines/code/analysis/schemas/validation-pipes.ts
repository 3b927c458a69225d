import type { PipeFact } from '../../domain/facts.ts';
import type { Stmt } from '../../ir/ir.ts';

/**
 * What decorators declare about the fields of a class holds only where somebody holds its objects against it. A program of Nest says where it starts, and
 * names a validation pipe or calls the library itself somewhere; one that does neither may be a part of another.
 */
export function pipesIn({ module, bindings }: Stmt & { k: 'import' }): PipeFact[] {
  const named = known.get(module);
  if (!named) return [];
  return bindings.flatMap(({ path }) => (named.name.test(path[1] ?? '') ? [named.says] : []));
}

/** The library whose decorators are meant. */
export const decoratorLibrary = 'class-validator';

const known: ReadonlyMap<string, { name: RegExp; says: PipeFact }> = new Map([
  ['@nestjs/core', { name: /^NestFactory$/, says: 'starts' }],
  ['@nestjs/common', { name: /^ValidationPipe$/, says: 'holds' }],
  [decoratorLibrary, { name: /^(?:validate|validateSync|validateOrReject|Validator)$/, says: 'holds' }],
]);
