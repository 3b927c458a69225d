/** Which nodes of a language's grammar declare something that people ask for. */
export interface DeclarationKinds {
  functions: ReadonlySet<string>;
  classes: ReadonlySet<string>;
  /** They name what is inside them and are no entries themselves. */
  containers: ReadonlySet<string>;
  /** Something that gives its name to a function which is its value. */
  holders: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

function kinds(functions: string, classes: string, containers = '', holders = ''): DeclarationKinds {
  const set = (names: string) => (names === '' ? none : new Set(names.split(' ')));
  return {
    functions: set(functions),
    classes: set(classes),
    containers: set(containers),
    holders: set(holders),
  };
}

const script = kinds(
  'function_declaration generator_function_declaration method_definition function_signature',
  'class_declaration abstract_class_declaration interface_declaration type_alias_declaration enum_declaration',
  'internal_module module',
  'variable_declarator assignment_expression pair public_field_definition field_definition',
);

const c = kinds(
  'function_definition',
  'struct_specifier union_specifier enum_specifier class_specifier',
  'namespace_definition',
);

/** By the id of the language. A language that is not here is remembered by its files alone. */
export const declarationKinds: Readonly<Record<string, DeclarationKinds>> = {
  javascript: script,
  typescript: script,
  tsx: script,
  python: kinds('function_definition', 'class_definition'),
  java: kinds(
    'method_declaration constructor_declaration compact_constructor_declaration',
    'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration',
  ),
  go: kinds('function_declaration method_declaration', 'type_spec type_alias'),
  php: kinds(
    'function_definition method_declaration',
    'class_declaration interface_declaration trait_declaration enum_declaration',
  ),
  ruby: kinds('method singleton_method', 'class', 'module'),
  csharp: kinds(
    'method_declaration constructor_declaration local_function_statement operator_declaration',
    'class_declaration interface_declaration struct_declaration record_declaration enum_declaration',
  ),
  kotlin: kinds('function_declaration secondary_constructor', 'class_declaration object_declaration'),
  c,
  cpp: c,
  rust: kinds(
    'function_item function_signature_item macro_definition',
    'struct_item enum_item trait_item union_item type_item',
    'impl_item mod_item',
  ),
  scala: kinds(
    'function_definition function_declaration',
    'class_definition object_definition trait_definition enum_definition',
  ),
  swift: kinds('function_declaration init_declaration', 'class_declaration protocol_declaration'),
  bash: kinds('function_definition', ''),
};

/** Values that make the name of a holder the name of a function. */
export const functionValues: ReadonlySet<string> = new Set([
  'arrow_function',
  'function_expression',
  'function',
  'generator_function',
]);

/** What a declaration is wrapped in: its comment is before the wrapper. */
export const wrappers: ReadonlySet<string> = new Set([
  'export_statement',
  'ambient_declaration',
  'decorated_definition',
  'lexical_declaration',
  'variable_declaration',
  'expression_statement',
  'template_declaration',
  'type_declaration',
]);
