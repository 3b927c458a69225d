import { type Deadline, noDeadline } from '../../../platform/cpu-deadline.ts';
import type { SourceFile } from '../../engines/engine.ts';
import { decodeText } from '../../source/source-text.ts';
import type { FlatTree } from '../../syntax/flat-tree.ts';
import { languageOf } from '../../syntax/languages.ts';
import type { ParseFailure } from '../../syntax/parse-failure.ts';
import type { ParseResult, Parser } from '../../syntax/parser.ts';
import type { ScriptName } from '../../syntax/script-name.ts';

/** A file that is decoded when somebody wants its text and parsed when somebody wants its tree, each once. */
export class LazyFile implements SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly script: ScriptName | undefined;
  readonly #parser: Parser | undefined;
  /** Of whoever asks for text and tree at the moment. */
  deadline: Deadline = noDeadline;
  /** The file or what it holds made the parser fail. */
  crashedParser = false;
  #text: string | undefined;
  #parsed: { result: ParseResult | undefined } | undefined;

  constructor(path: string, bytes: Uint8Array, parser: Parser | undefined, script?: ScriptName) {
    this.path = path;
    this.bytes = bytes;
    this.script = script;
    this.#parser = parser;
  }

  get text(): string {
    this.#text ??= decodeText(this.bytes);
    return this.#text;
  }

  get tree(): FlatTree | undefined {
    return this.#parse()?.tree;
  }

  get parseFailure(): ParseFailure | undefined {
    const result = this.#parse();
    return result && 'failure' in result ? result.failure : undefined;
  }

  readonly parseAs = (path: string, text: string) => {
    const result = this.#parser?.tryParse(path, text, this.deadline);
    if (result && 'failure' in result && result.failure === 'crashed') this.crashedParser = true;
    return result;
  };

  /** Whether a tree can be made at once; without a parser there is none to make. */
  get isParserReady(): boolean {
    return this.#parser?.isReady ?? true;
  }

  get isParserFresh(): boolean {
    return this.#parser?.isFresh ?? true;
  }

  /** For whoever was stopped in the middle of it: the parser is left in a state that nobody may use. */
  abandonParser(): void {
    this.#parser?.abandon();
  }

  get #name(): string {
    return languageOf(this.path) === undefined && this.script ? this.script.path : this.path;
  }

  #parse(): ParseResult | undefined {
    this.#parsed ??= { result: this.parseAs(this.#name, this.text) };
    return this.#parsed.result;
  }
}
