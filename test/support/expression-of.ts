import { InspectedFile } from '../../src/scan/engines/code/inspect-file.ts';
import type { Expr, FunctionIr, Stmt } from '../../src/scan/engines/code/ir/ir.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

const parser = await createParser();

/** What a file is lowered to. */
export async function statementsOf(path: string, program: string): Promise<readonly Stmt[]> {
  return (await InspectedFile.open(path, program, parser))!.module.body;
}

/** The first function of a file. */
export async function functionOf(path: string, program: string): Promise<FunctionIr> {
  const statement = (await statementsOf(path, program)).find(({ k }) => k === 'function');
  return (statement as Stmt & { k: 'function' }).fn;
}

/** An expression of JavaScript. */
export async function expressionOf(written: string): Promise<Expr> {
  const [statement] = await statementsOf('a.js', `(${written});\n`);
  return (statement as Stmt & { k: 'expr' }).value;
}
