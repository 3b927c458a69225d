import { z } from 'zod';
import { confidences, severities } from '../../../model/finding.ts';
import { labelNames, originKinds } from './labels.ts';
import { part } from './schemas/part.ts';
import { conforms, requestSchema, schemaMaker } from './schemas/schema-parts.ts';

/** The shape of a rule file. Held by the tests and by `lorekeep rules test`; a scan trusts what was packaged. */
export const names = z.union([z.string(), z.array(z.string()).min(1)]);
export const constant = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const label = z.enum(labelNames);
const kind = z.enum(originKinds);

export const condition = z.strictObject({
  arg: z.union([part, z.array(part).min(1)]).optional(),
  key: part.optional(),
  is: constant.optional().describe('It is exactly this constant'),
  in: z.array(constant).optional().describe('It is one of these constants'),
  matches: z
    .string()
    .optional()
    .describe('It is a constant text that the regular expression matches; `(?i)` in front for any case'),
  text: z.string().optional().describe('Likewise, with every unknown part as one NUL'),
  source: z.string().optional(),
  missing: z.boolean().optional().describe('It is not there'),
  below: z.number().optional().describe('It is a number below this one'),
  above: z.number().optional().describe('It is a number above this one'),
  name: names.optional().describe('Its qualified name'),
  dynamic: z.boolean().optional().describe('It is not a constant'),
  built: z.boolean().optional().describe('It is a text made of parts of which one is not a constant'),
  tainted: z.array(kind).optional().describe('It comes from a source of one of these kinds'),
  escaped: label.optional().describe('It comes from outside and was escaped for this use, and for no other'),
  /** The file imports one of these packages or a part of it. */
  imports: names.optional(),
  /** The function around the place calls one of these, named as it is written there: `strcpy`, `md5.New`. */
  inFunctionWith: names.optional(),
  /** A name in the function around the place has one of these words, in small letters: `token` is one of `newTokenFor`. */
  inFunctionNaming: names.optional(),
  /** A condition of the function around the place asks for one of these texts, in small letters: as what it compares with, or as an argument of a test. */
  inFunctionAsking: names.optional(),
  /** The function around the place refuses some private networks, or characters of a shell, and forgets others; or it refuses no member of an archive. */
  inFunctionForgetting: z.enum(['networks', 'shell', 'members']).optional(),
  function: z.boolean().optional().describe('It is a function'),
  object: z.boolean().optional().describe('It is an object or map that was written out'),
  list: z.boolean().optional().describe('It is a list of which the parts are known'),
  gives: constant.optional().describe('It is a function that always returns this constant'),
  passes: z
    .boolean()
    .optional()
    .describe('It is a function that gives on whatever it gets: it refuses nothing and asks nobody'),
  permissive: z.boolean().optional().describe('It is a file mode that lets others write or run'),
  /** A path after its dots were resolved. */
  normal: z.boolean().optional(),
  /** A path that was resolved below the root of the file system. */
  rooted: z.boolean().optional(),
  catastrophic: z.boolean().optional(),
  polynomial: z.boolean().optional(),
  not: z.boolean().optional().describe('The test must not hold'),
});
const when = z.array(condition).optional();

export const sink = z.strictObject({
  call: names.optional(),
  assign: names.optional(),
  element: names.optional().describe('Attributes of elements of a page (JSX)'),
  return: names.optional(),
  option: names.optional().describe('Keys of an object literal or named arguments'),
  args: z.array(part).optional(),
  key: z.string().optional(),
  label: label.optional(),
  kinds: z.array(kind).optional().describe('Kinds of sources that count here'),
  severity: z.enum(severities).optional(),
  dynamic: z.enum(severities).optional(),
  built: z.enum(severities).optional(),
  own: z.enum(severities).optional(),
  part: z.enum(severities).optional(),
  atSource: z.boolean().optional().describe('Report where the data comes from'),
  /** How severe it is where an argument of a function that a package offers arrives. */
  offered: z.enum(severities).optional(),
  /** Reported only where no guard in the rest of the function clears the value. */
  late: z.boolean().optional(),
  unlessExtends: z
    .strictObject({ args: z.array(part).min(1), of: names })
    .optional()
    .describe('None where the class that is given extends one of these, be it in another file'),
  until: z
    .string()
    .regex(/^@?[\w./-]+@\d+$/)
    .optional()
    .describe('`package@major`: only where the manifest asks for an older version of the package than this'),
  unlessProgram: z
    .strictObject({ does: z.string().regex(/^[a-z-]+$/), never: z.string().regex(/^[a-z-]+$/) })
    .optional()
    .describe(
      'Not where some file of the program does the first, by what its calls tell, and none the second',
    ),
  when,
});

export const check = z.strictObject({
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
  incomplete: names
    .optional()
    .describe('A kind of check that does a part of its work; behind a colon the function that is meant'),
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
  inSyntax: z.record(z.string(), z.string()).optional(),
  unless: z.string().optional(),
  without: z.string().optional(),
  having: z.string().optional(),
  lacks: z.string().optional(),
  page: z.string().optional(),
  notPage: z.string().optional(),
  low: z
    .strictObject({
      expression: z.string().optional(),
      syntaxes: z.array(z.string()).optional(),
      textOnly: z.boolean().optional(),
      inBlock: z.boolean().optional(),
      quoted: z.boolean().optional(),
      inName: z.boolean().optional(),
      unwritten: z.boolean().optional(),
    })
    .optional(),
});

export const example = z.union([z.string(), z.record(z.string(), z.string())]);

export const rule = z.strictObject({
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
  /** How severe it is where an argument arrives as it is, in functions whose names have one of these words. */
  open: z
    .strictObject({
      severity: z.enum(severities),
      naming: z.array(z.string()).min(1),
      imports: z.array(z.string()).optional(),
    })
    .optional(),
  sinks: z.array(sink).optional(),
  checks: z.array(check).optional(),
  match: templateMatch.optional(),
  examples: z.strictObject({ bad: z.array(example).min(2), good: z.array(example).min(2) }),
});

export const source = z.strictObject({
  title: z.string().describe('What the data is, in the words of a report'),
  kind: kind.optional().describe('Who chooses the data; `remote` where absent'),
  labels: z.array(label).optional(),
  read: names.optional(),
  call: names.optional(),
  named: names.optional(),
  inFields: z.boolean().optional(),
  ofClass: z
    .union([z.boolean(), z.literal('field')])
    .optional()
    .describe(
      'Its fields have passed what the class of the object says of them, as `cleaned_data` of a form; `field` where it is such a field',
    ),
  segment: z
    .boolean()
    .optional()
    .describe('A part of the path between two slashes, as the router found it: it holds no slash'),
  when,
});

export const sanitizer = z.strictObject({
  call: names.optional(),
  read: names.optional(),
  option: names.optional().describe('Keys of an object literal: what is under them is taken as it is'),
  clears: z.array(z.enum(['all', ...labelNames])).optional(),
  /** The call replaces characters: which ones are left decides what the text can still do harm to. */
  strips: z
    .strictObject({
      pattern: part.describe('Where the expression is'),
      by: part.optional().describe('Where the replacement is; nothing where absent'),
      as: z
        .enum(['expression', 'flagged', 'text', 'characters'])
        .optional()
        .describe(
          'A regular expression, one that replaces all only with the flag g, a text as it is, or characters as in tr',
        ),
    })
    .optional(),
  leads: z
    .literal('downward')
    .optional()
    .describe('The path cannot climb above what is put in front of it; alone it may lead anywhere'),
  harmless: z.boolean().optional().describe('Nothing is left to worry about anywhere, as of a number'),
  elsewhere: z
    .boolean()
    .optional()
    .describe(
      'It says nothing about a function of that name which the file itself has, or the program where it is called by its bare name',
    ),
  when,
});

export const sharedPlace = z.strictObject({
  name: names,
  as: z
    .string()
    .regex(/^[a-z]+$/)
    .optional()
    .describe(
      "The place is the whole program's, such as its `session`: what is put there under the last segment of the name is read in other files under it",
    ),
});

export const guard = z.strictObject({
  call: names,
  about: z
    .union([part, z.array(part)])
    .optional()
    .describe('What it says something about: positions, names, `receiver`; the first argument where absent'),
  outcome: z.boolean().optional().describe('The result with which it does; true where absent'),
  throws: z.boolean().optional().describe('It throws, or gives an error, where it does not hold'),
  clears: z.array(z.enum(['all', ...labelNames])).optional(),
  declared: z
    .enum(['annotations', 'model', 'binding', 'validate'])
    .optional()
    .describe(
      'It holds an object against what its class declares: by annotations of Bean Validation, attributes of .NET, or tags of Go',
    ),
  pattern: part.optional().describe('Where the regular expression is that the text is held against'),
  anchors: z
    .enum(['whole', 'start', 'none'])
    .optional()
    .describe('What the call adds to the expression: it must match all of the text, or at its start'),
  lines: z.boolean().optional().describe('`^` and `$` stand for the ends of any line'),
  flags: z
    .union([part, z.array(part)])
    .optional()
    .describe('Where the flags of the expression are'),
  linesFlags: z
    .array(z.string())
    .optional()
    .describe('Names of flags with which `^` and `$` stand for the ends of any line'),
  prefix: part.optional().describe('Where the text is that the other one begins with'),
  segments: z.boolean().optional().describe('Paths are compared folder by folder'),
  partial: z
    .boolean()
    .optional()
    .describe('A rule of its own reports a folder that is compared without its separator'),
  origins: z
    .boolean()
    .optional()
    .describe(
      'It holds for what the value was made of as well: that an address is public says so of the host that it was looked up for, and of its URL',
    ),
  is: z.string().optional().describe('The text that the call gives where it holds'),
  conforms: conforms.optional(),
  verdict: z
    .boolean()
    .optional()
    .describe('The receiver tells whether data passed that was held against a schema before'),
});

export const entry = z.strictObject({
  title: z.string().describe('What the data is, in the words of a report'),
  call: names.optional(),
  decorator: names.optional(),
  extends: names.optional().describe('The base of a class of which the framework calls the methods named'),
  methods: z.string().optional().describe('An expression over the names of the methods'),
  function: names.optional().describe('Over `path:Class.name(parameter,parameter)` of a function'),
  key: names.optional().describe('The key of an object literal whose functions are meant'),
  arity: z.int().optional().describe('Only functions that take so many parameters'),
  except: z
    .string()
    .optional()
    .describe("Over the names of parameters that hold no text of the sender's choice"),
  plain: z
    .boolean()
    .optional()
    .describe('Only parameters whose type is no class: objects are made by the framework'),
  segments: z
    .union([z.boolean(), z.literal('elsewhere')])
    .optional()
    .describe(
      'What the route names, as in `<name>` or `{name}`, is matched after it was decoded and holds no slash; `elsewhere` where routes are in other files',
    ),
  across: z
    .boolean()
    .optional()
    .describe("It holds also where the base lies in another file that extends the framework's"),
  request: requestSchema.optional(),
  params: z.array(z.string()).optional(),
  taints: kind.optional(),
  from: z.int().optional().describe('The first parameter that comes from outside'),
  inner: z
    .boolean()
    .optional()
    .describe(
      'Another part of the same program sends it, such as the window of a desktop program: at most medium',
    ),
  when,
});

export const returned = z.strictObject({
  call: names,
  as: z.string().optional(),
  from: z.array(part).optional(),
  empty: z.enum(['list', 'map']).optional().describe('The result is an empty collection'),
  text: part
    .optional()
    .describe('The result is described by the text of this part: the regular expression that was compiled'),
  form: z
    .enum(['normal', 'resolved', 'relative', 'downward', 'same', 'trimmed'])
    .optional()
    .describe(
      'The result is a path without dots, one whose last absolute part counts alone, one that is relative to a folder, one that cannot climb above what is put in front of it, or the same path as another type',
    ),
  pure: z.boolean().optional().describe('From constants comes a constant'),
  tells: z
    .string()
    .regex(/^[a-z-]+$/)
    .optional()
    .describe('That the program does this is told to all of its files'),
  checked: z
    .boolean()
    .optional()
    .describe('What comes out has passed a check that is written elsewhere, such as a schema'),
  schema: schemaMaker.optional(),
  conforms: conforms.optional(),
  reads: part.optional().describe('The call reads the part of a request of this name'),
  same: part.optional(),
  restores: z.array(label).optional(),
  receiver: z.string().optional(),
  invokes: part.optional(),
  answers: z
    .boolean()
    .optional()
    .describe('With `invokes`: what the function returns is what the call returns'),
  list: z.string().optional().describe('With `invokes`: the named argument that holds the arguments'),
  map: z.string().optional().describe('With `invokes`: the named argument that holds the named arguments'),
  binds: part.optional(),
  makes: z.int().optional().describe('The argument whose class the result is an object of'),
  gives: z.int().optional().describe('The argument that the result is, under its own name'),
  into: z
    .array(z.int())
    .optional()
    .describe('Arguments that are filled with what the call returns; -1 for the receiver'),
  when,
});

export const ruleFileSchema = z.strictObject({
  rules: z.array(rule).optional(),
  sources: z.array(source).optional(),
  sanitizers: z.array(sanitizer).optional(),
  guards: z.array(guard).optional(),
  exits: z
    .array(z.strictObject({ call: names }))
    .optional()
    .describe('Calls that never return'),
  entries: z.array(entry).optional(),
  returns: z.array(returned).optional(),
  constants: z.array(z.strictObject({ name: names, is: constant })).optional(),
  shared: z
    .array(sharedPlace)
    .optional()
    .describe('Places that one handler fills for those that run after it'),
  streams: z
    .array(z.strictObject({ name: names }))
    .optional()
    .describe('Open files and other streams: no path and no address, whatever is in them'),
  aliases: z
    .array(z.strictObject({ name: names, as: z.string(), imports: names.optional() }))
    .optional()
    .describe('With `imports`, only in files that import one of these packages or a part of it'),
});
