/** A public method of a class of the Python client, as its source has it. */
export interface PythonMethod {
  name: string;
  /** Everything between the brackets after `self`. */
  parameters: string;
  returns: string;
  /** Its text for readers, with the quotes. */
  text: string | undefined;
}

/** The public methods of a class, in their order. The file is ours and keeps to one style, so that no parser is needed. */
export function readPythonMethods(source: string, className: string): PythonMethod[] {
  const [, body] = new RegExp(`^class ${className}:\\n([\\s\\S]*?)\\n\\n\\n`, 'm').exec(source) ?? [];
  if (body === undefined) throw new Error(`There is no class ${className}.`);
  const methods = body.matchAll(
    /^ {4}def ([a-z]\w*)\(self(?:, ([\s\S]*?))?\) -> (.+):\n(?: {8}(""".*"""))?/gm,
  );
  return [...methods].map(([, name, parameters = '', returns, text]) => ({
    name: name!,
    parameters: parameters.replace(/\s*\n\s*/g, ' '),
    returns: returns!.replace(/^"(.*)"$/, '$1'),
    text,
  }));
}
