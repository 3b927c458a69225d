import type { Language } from 'web-tree-sitter';

/** What is the same in every instance that a grammar is loaded into. */
export interface GrammarTables {
  symbolNames: string[];
  fieldNames: string[];
  fieldIds: Map<string, number>;
}

export function tablesOf(grammar: Language): GrammarTables {
  const fieldNames = grammar.fields.map((name) => name ?? '');
  return {
    symbolNames: [...grammar.types, 'ERROR'],
    fieldNames,
    fieldIds: new Map(fieldNames.flatMap((name, id) => (name ? [[name, id]] : []))),
  };
}
