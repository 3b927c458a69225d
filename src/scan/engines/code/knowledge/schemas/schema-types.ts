/** Parts of a call; `any` for all arguments. */
export type Places = ReadonlyArray<number | string> | 'any';

/** What a value is that passes the schema which a call gives. Whatever is said of it holds together. */
export interface SchemaMaker {
  /** The kinds of harm that it cannot do. */
  readonly clears: number;
  /** One of these constants, or of those in these lists. */
  readonly only: Places | undefined;
  /** A text that matches this expression. */
  readonly pattern: Places | undefined;
  readonly anchors: 'whole' | 'start' | 'none';
  /** An object with the fields of this map, each of them a schema. */
  readonly fields: Places | undefined;
  /** A list of what passes this schema. */
  readonly items: Places | undefined;
  /** What passes this schema, one of these, all of these. */
  readonly same: Places | undefined;
  readonly either: Places | undefined;
  readonly both: Places | undefined;
  /** Schemas may be written as JSON schema; `text` for the rest of a schema of texts. */
  readonly json: boolean | 'text';
  /** An object of schemas is the schema of an object, one level down. */
  readonly nests: boolean;
  /** In addition to what the receiver, itself a schema, says. */
  readonly narrows: boolean;
  /** Fields that it does not name get through. */
  readonly opens: boolean;
  /** Keys that stand for others. */
  readonly renames: ReadonlyMap<string, string>;
  /** It is about these parts of a request; empty for those that it names itself. */
  readonly request: readonly string[] | undefined;
  /** Where the name of the field is that it is about. */
  readonly named: number | string | undefined;
  /** What does not pass gets through and is only reported, unless the schema converts it. */
  readonly reports: boolean;
  readonly converts: boolean;
}

/** How rules are written as words. */
export interface WordedRules {
  readonly separator: string;
  /** Over the rules that leave no text of the sender's choice. */
  readonly harmless: RegExp;
  /** What the rule begins with that has a regular expression behind it. */
  readonly pattern: string | undefined;
}

/** How a call holds data against a schema. */
export interface Conforms {
  /** Where the schema is, and whether it may be written as JSON schema; `callee` for the function itself. */
  readonly to: number | string;
  readonly json: boolean;
  /** Or as words. */
  readonly worded: WordedRules | undefined;
  /** Where the data is; `result` for what the call gives by itself. */
  readonly value: number | string;
  /** The part of the call that has passed as well: a request, read part by part. */
  readonly passes: number | string | undefined;
  /** The field of the result that holds what passed; absent where the result is that itself. */
  readonly under: string | undefined;
  /** Fields of the result that tell that it did not pass, or that it did; what is under the other field may be as it was sent. */
  readonly unless: string | undefined;
  readonly provided: string | undefined;
  /** The result is the verdict, of which a guard asks. */
  readonly pending: boolean;
}

/** Where a route says what its requests look like. */
export interface RequestSchema {
  /** The key of its options that has schemas of parts of the request. */
  readonly option: string | undefined;
  /** The parts by those keys. */
  readonly parts: ReadonlyMap<string, string>;
  /** That option, or an argument where there is none, has the schema of the first parameter. */
  readonly whole: boolean;
  /** Of a whole schema: the field of the parameter that it is about. */
  readonly under: string | undefined;
  /** The method further up in the chain of calls that was given the schema of the one part. */
  readonly after: string | undefined;
}
