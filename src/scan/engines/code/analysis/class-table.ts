import { joinTaints, type Taint } from '../domain/taint.ts';
import { isNumeric } from '../domain/types/numeric-type.ts';
import type { Instance } from '../domain/value.ts';
import {
  joinValues,
  literalValue,
  namedValue,
  unknownValue,
  type Value,
  withoutPlaceholders,
} from '../domain/value.ts';
import type { ClassIr, FieldIr, FunctionIr } from '../ir/ir.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import type { Name } from '../knowledge/rule-set.ts';
import { givenTypes } from './calls/linked/given-type.ts';
import { mayBeLocal } from './calls/may-be-local.ts';
import { aliasOf } from './conditions/alias-of.ts';
import { announceClass, announceFunction } from './definitions.ts';
import { collectionsAmong } from './elsewhere/told-collections.ts';
import { patternsAmong } from './elsewhere/told-patterns.ts';
import { isRestricting } from './fields/restricting-class.ts';
import { setFields, settledFields } from './fields/set-fields.ts';
import type { Classes, Run } from './run.ts';
import { withDecorators } from './schemas/declared-schema.ts';
import { fittingOverload } from './types/fitting-overload.ts';
import { asDeclared } from './types/object-types.ts';

interface ClassInfo {
  readonly definition: ClassIr;
  readonly value: Value;
  /** What methods were seen to put into fields, without what only their callers know. */
  readonly fields: Map<string, Value>;
  readonly bases: readonly ClassIr[];
  /** A base that another file may have. */
  readonly external: Name | undefined;
}

interface MethodsByName {
  readonly written: Map<string, FunctionIr>;
  readonly declared: Map<string, FunctionIr>;
}

/** The classes of a file: methods, bases and what their fields hold. */
export class ClassTable implements Classes {
  readonly #classes = new Map<ClassIr, ClassInfo>();
  readonly #byMethod = new Map<FunctionIr, ClassIr>();
  readonly #byName = new Map<string, ClassIr>();
  readonly #methods = new Map<ClassIr, MethodsByName>();

  define(run: Run, definition: ClassIr): Value {
    const bases = definition.bases.map((base) => run.evaluate(base));
    const local = bases.flatMap((base) => base.instance?.definition ?? []);
    const external =
      bases.find((base) => base.name && !base.instance)?.name ?? bases.find((base) => base.name)?.name;
    const value: Value = {
      ...literalValue,
      // What reads only objects of classes that it knows is not the reader that it extends.
      name: (isRestricting(definition) ? undefined : external) ?? run.rules.root.child(definition.name),
      instance: { definition, isClass: true },
    };
    const isElsewhere = external && external.parent !== undefined && mayBeLocal(run, external.root);
    const info: ClassInfo = {
      definition,
      value,
      fields: new Map(),
      bases: local,
      external: isElsewhere && run.frame === run.moduleFrame ? external : undefined,
    };
    this.#classes.set(definition, info);
    if (definition.name && run.frame === run.moduleFrame) this.#byName.set(definition.name, definition);
    for (const method of definition.methods) {
      this.#byMethod.set(method, definition);
      announceFunction(run, method);
      if (method.isAbstract) continue;
      if (run.frame === run.moduleFrame) run.topLevel.set(method, keyOf(run, definition, method));
      else {
        run.outerOf.set(method, run.frame);
        run.frame.created.push({ fn: method, frame: run.frame, self: this.#object(info) });
      }
    }
    announceClass(run, definition, bases);
    // What a field begins with may be an object of the class itself.
    if (run.frame === run.moduleFrame && run.moduleFrame.locals.has(definition.name))
      run.assignName(definition.name, value);
    const changing = definition.fields.length > 0 ? setFields(definition) : noFields;
    for (const field of definition.fields) {
      const begins = field.value ? withoutPlaceholders(run.evaluate(field.value)) : unknownValue;
      const first = field.decorators ? withDecorators(run, field, begins) : begins;
      if (field.value) run.events.variable(run, field.name, first, field.span);
      const held = changing.has(field.name) ? { ...first, constant: undefined } : asLeftOpen(field, first);
      let { name } = held;
      if (field.type) {
        const type = run.evaluate(field.type);
        if (type.instance) {
          info.fields.set(field.name, {
            ...unknownValue,
            name: type.name?.called(),
            instance: { definition: type.instance.definition, isClass: false },
            schema: first.schema,
          });
          continue;
        }
        // What a value was made ready for says more than its class does, where nothing replaces it.
        if (!isMadeReady(name) || changing.has(field.name)) name = type.name?.called() ?? name;
        if (!field.value && run.traits.declaredTypes && type.name && isNumeric(type.name)) {
          info.fields.set(field.name, { ...literalValue, name });
          continue;
        }
      }
      const known = name && aliasOf(run.file, run.rules.match(name));
      const value = { ...held, name: known ? run.rules.name(known) : name };
      info.fields.set(field.name, asDeclared(run, value, field.written));
    }
    return value;
  }

  /** `this` in a method that anyone may call. */
  selfOf(run: Run, fn: FunctionIr): Value | undefined {
    const definition = this.#byMethod.get(fn);
    const info = definition && this.#classes.get(definition);
    if (!info) return undefined;
    if (takesClass(fn)) return info.value;
    return {
      ...this.#object(info),
      taint: fn.isStatic && run.traits.receiver === 'parameter' ? undefined : run.origins.parameter(-1),
    };
  }

  #object(info: ClassInfo): Value {
    const { value } = info;
    const name = value.name?.called();
    return { ...namedValue(name), instance: { definition: info.definition, isClass: false } };
  }

  objectOf(instance: Instance): Value {
    const info = this.#classes.get(instance.definition);
    return info
      ? this.#object(info)
      : { ...unknownValue, instance: { definition: instance.definition, isClass: false } };
  }

  method(instance: Instance, name: string): FunctionIr | undefined {
    const found = this.#inherited(instance.definition, 0, (definition) =>
      this.#methodsOf(definition).written.get(name),
    );
    if (!found || found.isStatic === instance.isClass || found.name.startsWith('<')) return found;
    // A method of the class and one of its objects may have one name. What makes an object is called by the class.
    const others = this.#byMethod.get(found)!.methods;
    return others.find((other) => other.name === name && other.isStatic !== found.isStatic) ?? found;
  }

  /** Of several methods of one name the first. */
  #methodsOf(definition: ClassIr): MethodsByName {
    let known = this.#methods.get(definition);
    if (!known) {
      known = { written: new Map(), declared: new Map() };
      for (const method of definition.methods) {
        // Nobody calls it by its name, which is that of a field.
        if (method.accessor === 'set') continue;
        const methods = method.isAbstract ? known.declared : known.written;
        if (!methods.has(method.name)) methods.set(method.name, method);
      }
      this.#methods.set(definition, known);
    }
    return known;
  }

  /** What `super` means by a name inside a method: the first of the bases that has it. */
  methodOfBase(within: FunctionIr, name: string): FunctionIr | undefined {
    const definition = this.#byMethod.get(within);
    for (const base of (definition && this.#classes.get(definition)?.bases) ?? []) {
      const found = this.#inherited(base, 0, (above) => this.#methodsOf(above).written.get(name));
      if (found) return found;
    }
    return undefined;
  }

  /** What classes of this file do where their base or interface only says that something is done. */
  implementations(instance: Instance, name: string): FunctionIr[] {
    const { definition } = instance;
    const isDeclared = this.#inherited(definition, 0, (base) => this.#methodsOf(base).declared.get(name));
    if (!isDeclared) return [];
    const found: FunctionIr[] = [];
    for (const { definition: other } of this.#classes.values()) {
      const own = this.#methodsOf(other).written.get(name);
      if (own && this.#inherited(other, 0, (base) => (base === definition ? base : undefined)))
        found.push(own);
    }
    return found.slice(0, maxImplementations);
  }

  /** The class that only says that something is done, where no class of this file does it. */
  declarer({ definition }: Instance, name: string): ClassIr | undefined {
    return this.#inherited(definition, 0, (base) =>
      this.#methodsOf(base).declared.has(name) ? base : undefined,
    );
  }

  /** The first class up the line of bases for which something is found. */
  #inherited<T>(
    definition: ClassIr,
    depth: number,
    find: (definition: ClassIr) => T | undefined,
  ): T | undefined {
    const own = find(definition);
    if (own || depth >= maxBases) return own;
    for (const base of this.#classes.get(definition)?.bases ?? []) {
      const found = this.#inherited(base, depth + 1, find);
      if (found) return found;
    }
    return undefined;
  }

  /** Of several methods of one name the one that takes so many arguments, and arguments of such types. */
  overload(fn: FunctionIr, count: number, args?: readonly Value[], running?: FunctionIr): FunctionIr {
    const definition = this.#byMethod.get(fn);
    if (!definition) return fn;
    const fitting = definition.methods.filter((method) => method.name === fn.name && takes(method, count));
    if (!args || fitting.length <= 1) return fitting.includes(fn) ? fn : (fitting[0] ?? fn);
    return fittingOverload(fitting, args, running) ?? fn;
  }

  field(instance: Instance, name: string): Value | undefined {
    const field = this.#inherited(instance.definition, 0, (definition) =>
      this.#classes.get(definition)?.fields.get(name),
    );
    const type = field?.instance || field?.name?.segment !== callSegment ? undefined : field.name.parent;
    if (!field || !type || type.depth !== 1) return field;
    // The class of the field may be written further down than the class that has it.
    const definition = this.#byName.get(type.segment.replace('~', ''));
    return definition ? { ...field, instance: { definition, isClass: false } } : field;
  }

  declaration({ definition }: Instance, name: string): FieldIr | undefined {
    return this.#inherited(definition, 0, ({ fields }) => fields.find((field) => field.name === name));
  }

  declarations({ definition }: Instance): readonly FieldIr[] {
    const found = new Map<string, FieldIr>();
    this.#inherited(definition, 0, ({ fields }) => {
      for (const field of fields) if (!found.has(field.name)) found.set(field.name, field);
      return undefined;
    });
    return [...found.values()];
  }

  /** What other files may ask: which classes there are, and what outsiders put into their fields. */
  tell(run: Run): void {
    const { facts } = run;
    for (const { definition, bases, external } of this.#classes.values())
      if (bases.length > 0) for (const base of bases) facts.base(definition.name, [`#${base.name}`]);
      else if (external) facts.base(definition.name, external.segments());
    for (const { definition, fields } of this.#classes.values()) {
      facts.collections(collectionsAmong(fields).map((key) => `${definition.name}.${key}`));
      const patterns = patternsAmong(fields);
      facts.patterns(patterns.map((pattern) => ({ ...pattern, key: `${definition.name}.${pattern.key}` })));
      for (const [name, value] of fields)
        facts.field(`${definition.name}.${name}`, sourcesOnly(value.taint), givenTypes(run, value));
    }
  }

  /** Whether all that the class extends is in another file. */
  extendsElsewhere({ definition }: Instance): boolean {
    const known = this.#classes.get(definition);
    return known?.external !== undefined && known.bases.length === 0;
  }

  /** The fields of a class that outsiders put something into. */
  fieldsFromOutside(definition: ClassIr): string[] {
    const fields = this.#classes.get(definition)?.fields ?? new Map<string, Value>();
    return [...fields].flatMap(([name, { taint }]) => (sourcesOnly(taint) ? [name] : []));
  }

  /** Remembers what a method left in the fields of its object. */
  learn(run: Run, fn: FunctionIr, self: Value): void {
    const definition = this.#byMethod.get(fn);
    const info = definition && this.#classes.get(definition);
    if (!info || !self.shape) return;
    const isMaker = fn.name === run.traits.constructorName;
    const settled = isMaker ? settledFields(definition!, fn.name) : noFields;
    for (const [name, value] of self.shape.fields) {
      // What the parameters of this method are means nothing in the others.
      const kept = { ...value, taint: sourcesOnly(value.taint), shape: withoutPlaceholders(value).shape };
      // A block of the class runs once, before anything else can.
      const before = fn.name === filledName ? undefined : info.fields.get(name);
      const joined = before ? joinValues(before, kept) : kept;
      const isSettled = isMadeReady(kept.name) && settled.has(name);
      info.fields.set(name, isSettled ? { ...joined, name: kept.name } : joined);
    }
  }
}

/** What a field begins with that others may set: a constant there is one of many. */
function asLeftOpen({ isOpen }: FieldIr, first: Value): Value {
  if (!isOpen || first.shape || first.closures || first.instance) return first;
  return { ...first, constant: undefined, text: undefined, dynamic: true };
}

/** Whether rules gave a value a name for what was done to it, such as a parser that refuses document types. */
function isMadeReady(name: Name | undefined): boolean {
  return name?.root.startsWith('@') === true;
}

/** `@classmethod def make(cls, …)`: its object is the class. */
function takesClass({ decorators }: FunctionIr): boolean {
  return decorators.some((decorator) => decorator.k === 'name' && decorator.name === 'classmethod');
}

/** What other files call it by: where a method of the class and one of its objects have one name, that is the latter, which the former mostly calls. */
function keyOf({ traits }: Run, { name, methods }: ClassIr, method: FunctionIr): string {
  const isDouble =
    traits.callsOnSelf &&
    method.isStatic &&
    methods.some((other) => other.name === method.name && !other.isStatic);
  return isDouble ? `${name}.self.${method.name}` : `${name}.${method.name}`;
}

function takes(fn: FunctionIr, count: number): boolean {
  if (fn.parameters.at(-1)?.kind === 'rest') return count >= fn.parameters.length - 1;
  const needed = fn.parameters.filter((parameter) => !parameter.otherwise).length;
  return count >= needed && count <= fn.parameters.length;
}

function sourcesOnly(taint: Taint | undefined): Taint | undefined {
  const kept = taint?.filter((entry) => entry.origin.k === 'source');
  return kept?.length ? joinTaints(kept, undefined) : undefined;
}

/** What languages call a block that fills the fields of a class. */
export const filledName = '<filled>';
const noFields: ReadonlySet<string> = new Set();
const maxBases = 8;
const maxImplementations = 4;
