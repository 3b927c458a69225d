import { z } from 'zod';
import { confidences, severities } from '../../../../model/finding.ts';
import { labelNames, sourceKinds } from '../labels.ts';
import {
  check,
  condition,
  constant,
  entry,
  guard,
  label,
  names,
  returned,
  sanitizer,
  sharedPlace,
  sink,
  source,
} from '../rule-schema.ts';
import { conforms, schemaMaker } from '../schemas/schema-parts.ts';
import { type WordRole, wordRoles } from '../words/check-words.ts';
import { accessPathHelp, parseAccessPath } from './access-path.ts';

/**
 * The shape of a library file: what the engine knows about one library. It is made of the same parts as the rules, so that a test on a value or a
 * property of a guard exists in both or in neither. The type, the validation, the reference page and the schema for editors all come from here.
 */
const apiName = z.string().min(1).max(400);
const apiNames = z
  .union([apiName, z.array(apiName).min(1).max(200)], { error: 'Must be a name or a list of names' })
  .describe(
    'Names of the API: `acme.http.get` for a function or static member, `Client#get` for a member of a type that is declared under `types`; `{get,post}` for alternatives',
  );

const accessPath = z
  .string()
  .refine((text) => parseAccessPath(text) !== undefined, { error: `Must be ${accessPathHelp}` });
const at = z
  .union([accessPath, z.array(accessPath).min(1).max(10)], { error: `Must be ${accessPathHelp}` })
  .describe(`Which value: ${accessPathHelp}`);

const harms = z
  .array(z.string().max(60))
  .max(100)
  .describe('Kinds of sinks, or the labels that they share (`sql`, `html`, `path`, …); `all` for every one');

const test = condition
  .omit({ arg: true, key: true, source: true })
  .extend({
    at: at.optional(),
    imports: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('The file imports one of these packages or a part of them'),
  })
  .describe('A test on a value of the call; all tests of a list must hold');
const where = z.array(test).max(20).optional().describe('Tests that must hold');
const severity = z.enum(severities);

/** In the file of the language alone. */
const checkWords = z.strictObject(
  Object.fromEntries(
    Object.entries(wordRoles).map(([role, about]) => [
      role,
      z.array(z.string().regex(/^\S+$/)).min(1).optional().describe(about),
    ]),
  ) as Record<WordRole, z.ZodOptional<z.ZodArray<z.ZodString>>>,
);

const strips = z
  .strictObject({
    pattern: at.describe('Where the expression is'),
    by: at.optional().describe('Where the replacement is; nothing where absent'),
    as: z
      .enum(['expression', 'flagged', 'text', 'characters'])
      .optional()
      .describe(
        'A regular expression, one that replaces all only with the flag g, a text as it is, or characters as in tr',
      ),
  })
  .optional()
  .describe('The call replaces characters: which ones are left decides what the text can still do harm to');

const atAny = at.optional();
const libraryMaker = schemaMaker.extend({
  clears: harms.optional().describe('What passes cannot do this harm: `all` for numbers, dates, identifiers'),
  only: atAny.describe('What passes is one of these constants, or of those in these lists'),
  pattern: atAny.describe('What passes is a text that matches this regular expression'),
  fields: atAny.describe('What passes is an object with the fields of this map, each of them a schema'),
  items: atAny.describe('What passes is a list of what passes this schema'),
  same: atAny.describe('What passes is what passes this schema'),
  either: atAny.describe('What passes is what passes one of these, or one of those in this list'),
  both: atAny.describe('What passes is what passes all of these'),
  named: atAny.describe('With `request`: the name of the field'),
});
const libraryConforms = conforms.extend({
  to: atAny.describe('Where the schema is: the receiver where absent'),
  value: atAny.describe('Where the data is: the first argument where absent'),
  passes: atAny.describe('The part of the call, a request, that has passed as well'),
});

const type = z.strictObject({
  declared: apiNames
    .optional()
    .describe(
      'What the type is called in declarations; the first package with the name of the type where absent',
    ),
  made_by: apiNames.optional().describe('Functions and constructors that return one'),
  values: apiNames.optional().describe('Objects of this type that are always there, such as `flask.request`'),
  extends: z.array(z.string()).optional().describe('Types of this file whose members it has too'),
  fluent: z.array(z.string()).optional().describe('Methods that return the object itself'),
  returns: z
    .record(z.string(), z.string())
    .optional()
    .describe('Methods that return another type of this file'),
  guess: z
    .array(z.string().regex(/^[\w.]+$/))
    .optional()
    .describe(
      'Names of parameters and fields that hold one where nothing else is known and the file imports the library; findings are at most medium',
    ),
});

const placed = { at: at.optional(), where };
const librarySink = sink
  .omit({
    args: true,
    key: true,
    when: true,
    label: true,
    dynamic: true,
    built: true,
    own: true,
    part: true,
    offered: true,
  })
  .extend({
    call: apiNames.optional(),
    assign: apiNames.optional(),
    return: apiNames.optional(),
    ...placed,
    unknown: z
      .strictObject({
        built: severity.optional(),
        dynamic: severity.optional(),
        own: severity.optional(),
        part: severity.optional(),
        offered: severity.optional(),
      })
      .optional()
      .describe(
        'Severity where no source is known: `built` for a text made of parts, `dynamic` for whatever is not a constant, `own` at most where nothing of it comes from a caller or another file, `part` at most where it is made of fields of objects and no argument as it is',
      ),
  });

const setting = check
  .omit({ when: true, variable: true, compare: true, handler: true, function: true })
  .omit({ walk: true, merge: true, incomplete: true, text: true, pattern: true })
  .extend({
    call: apiNames.optional(),
    assign: apiNames.optional(),
    read: apiNames.optional(),
    decorator: apiNames.optional(),
    extends: apiNames.optional(),
    where,
  });

const entryPoint = entry.omit({ params: true, taints: true, when: true }).extend({
  call: apiNames.optional(),
  decorator: apiNames.optional(),
  extends: apiNames.optional(),
  parameters: z
    .record(z.string().regex(/^\d{1,2}$/), z.string())
    .optional()
    .describe('By position, the type of this file that a parameter is of'),
  source: z
    .enum(sourceKinds)
    .optional()
    .describe('The parameters themselves come from outside; from the position `from` on'),
  where,
});

export const ownKindPattern = /^x(?:-[a-z0-9]+)+$/;

const ownRule = z.strictObject({
  kind: z
    .string()
    .regex(ownKindPattern, { error: 'Must start with "x-" and be lower-case words joined by dashes' })
    .describe('A kind of sink of your own; the id of the rule is the language and the kind'),
  title: z.string().min(8).max(100),
  severity,
  confidence: z.enum(confidences).default('medium'),
  category: z.string().default('custom'),
  cwe: z
    .array(z.string().regex(/^CWE-\d+$/))
    .min(1)
    .max(2),
  label: z.enum(labelNames).describe('What the data does harm to: sanitizers clear it by this name'),
  message: z.string().min(20).max(1_000),
  suggestion: z.string().min(10).max(1_000),
  references: z.array(z.string()).max(10).optional(),
});

const program = z.union([z.string().max(20_000), z.record(z.string(), z.string().max(20_000))], {
  error: 'Must be a program, or several by file name',
});

const libraryExample = z.strictObject({
  about: z.string().max(200).optional().describe('What it shows'),
  bad: program.describe(
    'A program that must be reported; each line that must be ends with a comment that is the kind',
  ),
  good: program.describe('A program like it in which nothing must be reported'),
});

const packages = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(50)
  .describe('What programs import: modules, packages or namespaces');

const list = <T extends z.ZodType>(item: T) => z.array(item).max(1_000).optional();

export const librarySchema = z.strictObject({
  library: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: 'Must be lower-case words joined by dashes' })
    .max(60)
    .describe('The name of the library, lower-case words joined by dashes'),
  language: z.string().max(20).describe('The language of the programs that use it'),
  packages,
  types: z
    .record(z.string().regex(/^[A-Za-z_]\w*$/, { error: 'Must be a name' }), type)
    .optional()
    .describe('Objects of the library and how they are recognised'),
  entry_points: list(entryPoint).describe('Functions that the library calls with data from outside'),
  sources: list(
    source.omit({ labels: true, read: true, call: true, named: true, inFields: true, when: true }).extend({
      read: apiNames.optional(),
      call: apiNames.optional(),
      where: where.describe('What must hold of the call'),
      except: harms.optional().describe('Harm that this data cannot do: a number does no SQL injection'),
    }),
  ).describe('Data from outside'),
  sinks: z
    .record(z.string(), z.array(librarySink).max(1_000))
    .optional()
    .describe('Where data from outside does harm, by kind'),
  settings: z
    .record(z.string(), z.array(setting).max(1_000))
    .optional()
    .describe('What is wrong without any data from outside, by kind'),
  sanitizers: list(
    sanitizer.omit({ clears: true, strips: true, when: true }).extend({
      call: apiNames.optional(),
      read: apiNames.optional(),
      clears: harms.optional(),
      strips,
      where,
    }),
  ).describe('Calls and fields that make data harmless'),
  guards: list(
    guard.omit({ clears: true, about: true, pattern: true, prefix: true }).extend({
      call: apiNames,
      about: at.optional(),
      clears: harms.optional(),
      pattern: at.optional(),
      prefix: at.optional(),
      conforms: libraryConforms.optional(),
    }),
  ).describe('Calls whose result says that a value is harmless'),
  returns: list(
    returned
      .omit({ as: true, when: true, from: true, text: true, same: true, receiver: true })
      .omit({ invokes: true, binds: true, restores: true })
      .extend({
        call: apiNames,
        type: z.string().optional().describe('A type of this file'),
        from: at.optional().describe('What the result is made of'),
        same: at.optional().describe('The value that the result is'),
        text: at.optional().describe('The value whose text describes the result'),
        invokes: at
          .optional()
          .describe('The function among the arguments that is called with those behind it'),
        schema: libraryMaker.optional(),
        conforms: libraryConforms.optional(),
        reads: at.optional().describe('The call reads the part of a request of this name'),
        where,
      }),
  ).describe('What calls return'),
  neutral: apiNames.optional().describe('Calls whose result is not made of their arguments'),
  exits: apiNames.optional().describe('Calls that never return'),
  rules: z.array(ownRule).max(200).optional().describe('Kinds of your own'),
  examples: z
    .array(libraryExample)
    .min(1)
    .max(500)
    .describe('Programs that show what must be reported and what must not'),
});

export type Library = z.infer<typeof librarySchema>;
export type LibraryType = z.infer<typeof type>;

/**
 * The files of this package know more of the engine: patterns over qualified names, tests on source text, names for values. Users have types in their
 * place; what is left of it is counted by a test and only gets less.
 */
const textTest = test.extend({ source: z.string().optional() });
const textWhere = z.array(textTest).optional();
const anyName = names;
const atOrNone = z.union([at, z.array(z.never()).max(0)]);

export const packagedLibrarySchema = librarySchema
  .omit({ language: true, rules: true })
  .partial({ packages: true, examples: true })
  .extend({
    packages: z.array(z.string()).optional(),
    entry_points: z
      .array(
        entryPoint.extend({
          call: anyName.optional(),
          decorator: anyName.optional(),
          extends: anyName.optional(),
          where: textWhere,
        }),
      )
      .optional(),
    sources: z
      .array(source.omit({ when: true }).extend({ where: textWhere, except: harms.optional() }))
      .optional(),
    sinks: z
      .record(
        z.string(),
        z.array(
          librarySink.extend({
            call: anyName.optional(),
            assign: anyName.optional(),
            return: anyName.optional(),
            label: label.optional(),
            where: textWhere,
          }),
        ),
      )
      .optional(),
    settings: z
      .record(
        z.string(),
        z.array(
          setting.extend({
            call: anyName.optional(),
            assign: anyName.optional(),
            read: anyName.optional(),
            decorator: anyName.optional(),
            extends: anyName.optional(),
            where: textWhere,
          }),
        ),
      )
      .optional(),
    sanitizers: z
      .array(sanitizer.omit({ when: true }).extend({ clears: harms.optional(), strips, where: textWhere }))
      .optional(),
    guards: z
      .array(
        guard.extend({
          about: atOrNone.optional(),
          clears: harms.optional(),
          pattern: at.optional(),
          flags: at.optional(),
          prefix: at.optional(),
          conforms: libraryConforms.optional(),
        }),
      )
      .optional(),
    returns: z
      .array(
        returned.omit({ when: true }).extend({
          type: z.string().optional(),
          from: atOrNone.optional(),
          same: at.optional(),
          text: at.optional(),
          invokes: at.optional(),
          binds: at.optional(),
          schema: libraryMaker.optional(),
          conforms: libraryConforms.optional(),
          reads: at.optional(),
          where: textWhere,
        }),
      )
      .optional(),
    exits: anyName.optional(),
    neutral: anyName.optional(),
    aliases: z.array(z.strictObject({ name: names, as: z.string(), imports: names.optional() })).optional(),
    constants: z.array(z.strictObject({ name: names, is: constant })).optional(),
    shared: z.array(sharedPlace).optional(),
    streams: z.array(z.strictObject({ name: names })).optional(),
    frameworks: z.array(z.string()).min(1).optional(),
    words: checkWords.optional(),
    external: z
      .array(z.strictObject({ languages: z.array(z.string()).min(1), names: z.array(z.string()).min(1) }))
      .optional(),
  });
