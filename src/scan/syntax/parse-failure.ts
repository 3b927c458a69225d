/** Why a text of a known language gave no tree. */
export type ParseFailure = 'too_long' | 'too_many_nodes' | 'too_many_steps' | 'deadline' | 'crashed';

const sentences: Readonly<Record<ParseFailure, string>> = {
  too_long: 'The file is longer than the parser reads.',
  too_many_nodes: 'The syntax tree of the file has too many nodes.',
  too_many_steps: 'Parsing the file takes more steps than a file of its size may take.',
  deadline: 'Parsing the file took too much CPU time.',
  crashed: 'The file made the parser fail, or need more memory than a file of its size may need.',
};

export function describeParseFailure(failure: ParseFailure): string {
  return sentences[failure];
}
