import type { Expr, FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import type { Call, FunctionsOfFile, Place } from './functions-of-file.ts';
import { nameOf } from './looks-at.ts';
import { asksForPrivilege } from './privileged-sender.ts';

/**
 * Whether a function of the same file that was read lets only somebody with a privilege go on to a handler: one between the route and the handler
 * (`app.post('/a', requireAdmin, show)`), one that the router runs in front of all (`router.use(requireAdmin)`), one around the handler
 * (`mux.HandleFunc("/a", adminOnly(show))`), or a decorator. What such a function is called says nothing.
 */
export class GuardedRoutes {
  readonly #functions: FunctionsOfFile;
  readonly #known = new Map<Place, boolean>();
  readonly #guards = new Map<Place, boolean>();
  #routes: Map<FunctionIr | string, Route[]> | undefined;
  readonly #inFrontOfAll = new Map<string, Call[]>();

  constructor(functions: FunctionsOfFile) {
    this.#functions = functions;
  }

  /** Every route that leads to the handler is guarded, and there is one; or a decorator guards it. */
  has(place: Place): boolean {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const { fn } = place;
    const isGuarded = fn !== undefined && (this.#isDecorated(fn) || this.#areGuarded(this.#routesOf(fn)));
    this.#known.set(place, isGuarded);
    return isGuarded;
  }

  #isDecorated({ decorators }: FunctionIr): boolean {
    return decorators.some((decorator) => this.#isGuard(decorator));
  }

  #areGuarded(routes: readonly Route[]): boolean {
    if (routes.length === 0 || routes.length > mostRoutes) return false;
    return routes.every(({ call, inFront, router }) => {
      const forAll = (this.#inFrontOfAll.get(router) ?? [])
        .slice(0, mostRoutes)
        .filter(({ start }) => start < call.start);
      return [...inFront, ...forAll.flatMap(({ args }) => args.map(({ value }) => value))].some((each) =>
        this.#isGuard(each),
      );
    });
  }

  #routesOf(fn: FunctionIr): Route[] {
    this.#routes ??= this.#gather();
    return [...(this.#routes.get(fn) ?? []), ...(this.#routes.get(fn.name) ?? [])];
  }

  #gather(): Map<FunctionIr | string, Route[]> {
    const routes = new Map<FunctionIr | string, Route[]>();
    for (const call of this.#functions.calls) {
      const { object, property } = call.callee as Expr & { k: 'member' };
      const router = object.k === 'name' ? object.name : '';
      // `app.use('/admin', first)` is for some of the routes.
      if (property === 'use' && router && call.args[0]!.value.k !== 'const')
        add(this.#inFrontOfAll, router, call);
      for (const [i, { value }] of call.args.slice(0, mostInList).entries()) {
        const { handlers, around } = handlersIn(value);
        const inFront = [...call.args.slice(0, i).map((argument) => argument.value), ...around];
        for (const handler of handlers) add(routes, handler, { call, inFront, router });
      }
    }
    return routes;
  }

  #isGuard(expr: Expr): boolean {
    if (expr.k === 'list') return expr.items.slice(0, mostInList).some(({ value }) => this.#isGuard(value));
    const own = this.#read(expr);
    return own.length > 0 && own.every((place) => this.#letsOnlySome(place));
  }

  /** The functions of the file that an expression may mean. */
  #read(expr: Expr): readonly Place[] {
    if (expr.k === 'function') return this.#functions.around(expr.fn).slice(0, 1);
    const called = expr.k === 'call' ? expr.callee : expr;
    return called.k === 'name' || called.k === 'member' ? this.#functions.named(nameOf(called)) : [];
  }

  /** Whether whatever a function hands on to, which is its last parameter, is reached with a privilege alone; where it hands on to nothing, whether its end is. */
  #letsOnlySome(place: Place): boolean {
    const known = this.#guards.get(place);
    if (known !== undefined) return known;
    const next = place.fn?.parameters.at(-1)?.name;
    const within = this.#functions.inside(place).map((each) => ({ each, parts: partsOf(each) }));
    const handsOn = within.flatMap(({ parts }) =>
      parts.filter((part) => part.k === 'call' && next !== undefined && rootOf(part.callee) === next),
    );
    const isGuarded = (at: number) =>
      within.some(
        ({ each, parts }) =>
          each.start <= at &&
          at <= each.end &&
          parts.some((part) => part.start < at && asksForPrivilege(part, at)),
      );
    const lets =
      handsOn.length > 0
        ? handsOn.length <= mostInList && handsOn.every(({ start }) => isGuarded(start))
        : isGuarded(place.end);
    this.#guards.set(place, lets);
    return lets;
  }
}

interface Route {
  readonly call: Call;
  /** What is run before the handler. */
  readonly inFront: readonly Expr[];
  readonly router: string;
}

/** The handler that an argument is, or what a wrapper is given, with the wrappers: of `a(b(show))` these are `a` and `b`. */
function handlersIn(argument: Expr): { handlers: Array<FunctionIr | string>; around: Expr[] } {
  const around: Expr[] = [];
  let given: Expr[] = [argument];
  for (let depth = 0; depth < maxDepth && given.some(({ k }) => k === 'call'); depth++)
    given = given.flatMap((expr) => {
      if (expr.k !== 'call') return [expr];
      around.push(expr.callee);
      return expr.args.slice(0, mostInList).map(({ value }) => value);
    });
  const handlers = given.flatMap((expr): Array<FunctionIr | string> => {
    if (expr.k === 'function') return [expr.fn];
    return expr.k === 'name' || expr.k === 'member' ? [nameOf(expr)] : [];
  });
  return { handlers, around };
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** `next` of `next()` and of `next.ServeHTTP(w, r)`. */
function rootOf(callee: Expr): string | undefined {
  const root = callee.k === 'member' ? callee.object : callee;
  return root.k === 'name' ? root.name : undefined;
}

function partsOf({ body }: Place): Part[] {
  const parts: Part[] = [];
  const open: Part[] = [...body];
  for (let part = open.pop(); part && parts.length < mostParts; part = open.pop()) {
    parts.push(part);
    eachPart(part, (inner) => open.push(inner));
  }
  return parts;
}

const maxDepth = 4;
const mostInList = 16;
const mostRoutes = 32;
/** A function that is longer decides more than who may go on. */
const mostParts = 4_000;
