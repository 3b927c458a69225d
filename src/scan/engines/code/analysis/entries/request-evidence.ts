import type { Frame } from '../../domain/scope.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import type { Source } from '../../knowledge/rule-types.ts';
import type { Run } from '../run.ts';

/**
 * Whether a place is called a request by a name alone: `req.query` is a field of any object called `req`. That it is one is said by a framework that the
 * file imports, by whoever calls the function, by the class that its own extends, or by an answer that comes with it.
 */
export function isUnlikelyRequest(run: Run, { isNamed, kind, title }: Source): boolean {
  const { frameworks } = run.rules;
  if (!isNamed || kind !== 'remote' || frameworks.length === 0) return false;
  // What is called an event is one of a calendar, a window or a queue unless the function is given what comes with one.
  if (lambda.test(title)) return !isLambda(run.frame);
  let isLiteral = false;
  for (let frame: Frame | undefined = run.frame; frame; frame = frame.outer) {
    const { fn } = frame;
    if (!fn) continue;
    isLiteral ||= takesLiteral(run, fn);
    if ((run.entries.get(fn)?.length ?? 0) > 0 || answers(fn) || handles(run, frame)) return isLiteral;
  }
  return isLiteral || !run.file.imports(frameworks);
}

/** `(event, context)`, or a function that is named after handling. */
function isLambda(innermost: Frame): boolean {
  for (let frame: Frame | undefined = innermost; frame; frame = frame.outer) {
    const { fn } = frame;
    const at = fn?.parameters.findIndex(({ name }) => eventName.test(name)) ?? -1;
    if (!fn || at < 0) continue;
    const next = fn.parameters[at + 1]?.name;
    if (next === undefined ? handlerName.test(fn.name) : contextName.test(next)) return true;
  }
  return false;
}

/** `query(req: { query: string })`: whoever writes down what an object has describes one of the program's own. */
function takesLiteral({ file }: Run, { parameters }: FunctionIr): boolean {
  return parameters.some(
    ({ name, target }) =>
      requestName.test(name) && literalType.test(file.text.slice(target.end, target.end + longestSpace)),
  );
}

/** `(req, res)`: the function is given a request and, next to it, the answer. */
function answers({ parameters }: FunctionIr): boolean {
  return parameters.some(
    ({ name }, i) => requestName.test(name) && answerName.test(parameters[i + 1]?.name ?? ''),
  );
}

/** The class of the function extends one that frameworks have for requests. */
function handles(run: Run, { self }: Frame): boolean {
  return (self?.instance?.definition.bases ?? []).some((base) =>
    handler.test(run.file.text.slice(base.start, base.end)),
  );
}

const lambda = /\bLambda\b/;
const eventName = /^_?event$/;
const contextName = /^_*(?:ctx|context|callback|cb|)$/;
const handlerName = /handler|^(?:main|handle)$|^$/i;
const requestName = /^_?(?:req|request|ctx|context)$/;
const literalType = /^\??\s*:\s*\{/;
const answerName = /^_?(?:res|resp|response|reply)$/;
const longestSpace = 16;
const handler = /(?:Controller|Handler|Servlet|View|ViewSet|Resource|Page|PageModel|Hub|Endpoint)(?:Base)?$/;
