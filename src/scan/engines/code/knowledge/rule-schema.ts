import { z } from 'zod';
import { confidences, severities } from '../../../model/finding.ts';
import { labelNames, sourceKinds } from './labels.ts';

/** The shape of a rule file. Held by the tests and by `lorekeep rules test`; a scan trusts what was packaged. */
const names = z.union([z.string(), z.array(z.string()).min(1)]);
const part = z.union([z.int(), z.string()]);
const constant = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const label = z.enum(labelNames);
const kind = z.enum(sourceKinds);

const condition = z.strictObject({
  arg: z.union([part, z.array(part).min(1)]).optional(),
  key: part.optional(),
  is: constant.optional(),
  in: z.array(constant).optional(),
  matches: z.string().optional(),
  text: z.string().optional(),
  source: z.string().optional(),
  missing: z.boolean().optional(),
  below: z.number().optional(),
  above: z.number().optional(),
  name: names.optional(),
  dynamic: z.boolean().optional(),
  built: z.boolean().optional(),
  tainted: z.array(kind).optional(),
  function: z.boolean().optional(),
  object: z.boolean().optional(),
  gives: constant.optional(),
  permissive: z.boolean().optional(),
  /** A path after its dots were resolved. */
  normal: z.boolean().optional(),
  /** A path that was resolved below the root of the file system. */
  rooted: z.boolean().optional(),
  catastrophic: z.boolean().optional(),
  polynomial: z.boolean().optional(),
  not: z.boolean().optional(),
});
const when = z.array(condition).optional();

const sink = z.strictObject({
  call: names.optional(),
  assign: names.optional(),
  element: names.optional(),
  return: names.optional(),
  option: names.optional(),
  args: z.array(part).optional(),
  key: z.string().optional(),
  label: label.optional(),
  kinds: z.array(kind).optional(),
  severity: z.enum(severities).optional(),
  dynamic: z.enum(severities).optional(),
  built: z.enum(severities).optional(),
  atSource: z.boolean().optional(),
  /** How severe it is where an argument of a function that a package offers arrives. */
  offered: z.enum(severities).optional(),
  /** Reported only where no guard in the rest of the function clears the value. */
  late: z.boolean().optional(),
  when,
});

const check = z.strictObject({
  late: z.boolean().optional(),
  call: names.optional(),
  assign: names.optional(),
  read: names.optional(),
  key: names.optional(),
  variable: names.optional(),
  decorator: names.optional(),
  import: names.optional(),
  extends: names.optional(),
  element: names.optional(),
  compare: names.optional(),
  handler: names.optional(),
  function: names.optional(),
  walk: names.optional(),
  merge: names.optional(),
  text: names.optional(),
  pattern: names.optional(),
  severity: z.enum(severities).optional(),
  when,
});

/** What a rule about pages is about; see `templates/template-rules.ts`. */
const templateMatch = z.strictObject({
  on: z.enum(['raw', 'escaped', 'output', 'code', 'element']),
  syntaxes: z.array(z.string()).optional(),
  places: z.array(z.enum(['text', 'attribute', 'unquoted', 'tag', 'script', 'style', 'output'])).optional(),
  first: z.boolean().optional(),
  element: z.string().optional(),
  attribute: z.string().optional(),
  expression: z.string().optional(),
  unless: z.string().optional(),
  without: z.string().optional(),
  having: z.string().optional(),
  lacks: z.string().optional(),
  page: z.string().optional(),
  notPage: z.string().optional(),
});

const example = z.union([z.string(), z.record(z.string(), z.string())]);

const rule = z.strictObject({
  id: z.string().regex(/^[a-z]+(?:-[a-z0-9]+)+$/),
  title: z.string().min(8).max(100),
  severity: z.enum(severities),
  confidence: z.enum(confidences),
  category: z.string(),
  cwe: z
    .array(z.string().regex(/^CWE-\d+$/))
    .min(1)
    .max(2),
  owasp: z.array(z.string().regex(/^A\d\d:2021$/)),
  label: label.optional(),
  kinds: z.array(kind).optional(),
  message: z.string().min(20),
  suggestion: z.string().min(10),
  references: z.array(z.string()).optional(),
  sinks: z.array(sink).optional(),
  checks: z.array(check).optional(),
  match: templateMatch.optional(),
  examples: z.strictObject({ bad: z.array(example).min(2), good: z.array(example).min(2) }),
});

export const ruleFileSchema = z.strictObject({
  rules: z.array(rule).optional(),
  sources: z
    .array(
      z.strictObject({
        title: z.string(),
        kind: kind.optional(),
        labels: z.array(label).optional(),
        read: names.optional(),
        call: names.optional(),
        named: names.optional(),
        inFields: z.boolean().optional(),
      }),
    )
    .optional(),
  sanitizers: z
    .array(
      z.strictObject({
        call: names.optional(),
        read: names.optional(),
        clears: z.array(z.enum(['all', ...labelNames])),
        harmless: z.boolean().optional(),
        /** It says nothing about a function of that name which the file itself has. */
        elsewhere: z.boolean().optional(),
        when,
      }),
    )
    .optional(),
  guards: z
    .array(
      z.strictObject({
        call: names,
        /** What it says something about: positions, names, `receiver`; the first argument where absent. */
        about: z.union([part, z.array(part)]).optional(),
        /** The result with which it does; true where absent. */
        outcome: z.boolean().optional(),
        clears: z.array(z.enum(['all', ...labelNames])).optional(),
        /** Where the regular expression is that the text is held against. */
        pattern: part.optional(),
        /** What the call adds to the expression: it must match all of the text, or at its start. */
        anchors: z.enum(['whole', 'start', 'none']).optional(),
        /** `^` and `$` stand for the ends of any line. */
        lines: z.boolean().optional(),
        /** Where the text is that the other one begins with. */
        prefix: part.optional(),
        /** Paths are compared folder by folder. */
        segments: z.boolean().optional(),
        /** A rule of its own reports a folder that is compared without its separator. */
        partial: z.boolean().optional(),
      }),
    )
    .optional(),
  /** Calls that never return. */
  exits: z.array(z.strictObject({ call: names })).optional(),
  entries: z
    .array(
      z.strictObject({
        title: z.string(),
        call: names.optional(),
        decorator: names.optional(),
        /** The base of a class of which the framework calls the methods named. */
        extends: names.optional(),
        methods: z.string().optional(),
        /** Over `path:Class.name(parameter,parameter)` of a function. */
        function: names.optional(),
        /** The key of an object literal whose functions are meant. */
        key: names.optional(),
        /** Only functions that take so many parameters. */
        arity: z.int().optional(),
        /** Over the names of parameters that hold no text of the sender's choice. */
        except: z.string().optional(),
        /** It holds also where the base lies in another file that extends the framework's. */
        across: z.boolean().optional(),
        params: z.array(z.string()).optional(),
        taints: kind.optional(),
        from: z.int().optional(),
        when,
      }),
    )
    .optional(),
  returns: z
    .array(
      z.strictObject({
        call: names,
        as: z.string().optional(),
        from: z.array(part).optional(),
        empty: z.enum(['list', 'map']).optional(),
        /** The result is described by the text of this part: the regular expression that was compiled. */
        text: part.optional(),
        /** The result is a path without dots, or one that is relative to a folder. */
        form: z.enum(['normal', 'relative']).optional(),
        pure: z.boolean().optional(),
        /** What comes out has passed a check that is written elsewhere, such as a schema. */
        checked: z.boolean().optional(),
        same: part.optional(),
        restores: z.array(label).optional(),
        receiver: z.string().optional(),
        invokes: part.optional(),
        list: z.string().optional(),
        map: z.string().optional(),
        binds: part.optional(),
        makes: z.int().optional(),
        gives: z.int().optional(),
        into: z.array(z.int()).optional(),
        when,
      }),
    )
    .optional(),
  constants: z.array(z.strictObject({ name: names, is: constant })).optional(),
  /** Places that one handler fills for those that run after it. */
  shared: z.array(z.strictObject({ name: names })).optional(),
  aliases: z.array(z.strictObject({ name: names, as: z.string() })).optional(),
});
