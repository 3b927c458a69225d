import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.py', 'A.java']);

function isReported(files: Record<string, string>): boolean {
  return scan(files).some(({ cwe, severity }) => cwe.includes('CWE-502') && severity !== 'low');
}

describe('a reader of objects that looks classes up itself', () => {
  const java = (body: string) => ({
    'A.java': `import java.io.*;\nimport java.util.*;\nimport javax.servlet.http.*;\nclass A extends HttpServlet {\n  static final Set<String> NAMES = Set.of("app.Item");\n  static class Input extends ObjectInputStream {\n    Input(InputStream in) throws IOException { super(in); }\n    @Override\n    protected Class<?> resolveClass(ObjectStreamClass desc) throws IOException, ClassNotFoundException {\n      ${body}\n    }\n  }\n  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {\n    ObjectInputStream in = new Input(request.getInputStream());\n    Object o = in.readObject();\n  }\n}\n`,
  });
  const refuse = 'throw new InvalidClassException(desc.getName());';
  const up = 'return super.resolveClass(desc);';
  test.each([
    [`if (!NAMES.contains(desc.getName())) ${refuse} ${up}`, false],
    [`if (!desc.getName().equals("a.A") && !desc.getName().equals("a.B")) { ${refuse} } ${up}`, false],
    [`if (desc.getName() == null || !NAMES.contains(desc.getName())) ${refuse} ${up}`, false],
    [`if (NAMES.contains(desc.getName())) { ${up} } ${refuse}`, false],
    [`if (NAMES.contains(desc.getName())) { ${up} } else { ${refuse} }`, false],
    [`for (String name : NAMES) { if (desc.getName().equals(name)) ${up} } ${refuse}`, false],
    // A list of what is refused forgets some.
    [`if (NAMES.contains(desc.getName())) ${refuse} ${up}`, true],
    [`if (desc.getName() == null) ${refuse} ${up}`, true],
    [`if (desc.getName() != null) ${refuse} ${up}`, true],
    [`if (!NAMES.contains(desc.getName())) log(desc); ${up}`, true],
    [up, true],
  ])('Java: %s', (body, reported) => {
    expect(isReported(java(body))).toBe(reported);
  });

  const python = (body: string, method = 'find_class') => ({
    'a.py': `import io\nimport pickle\nfrom flask import Flask, request\napp = Flask(__name__)\nNAMES = {('builtins', 'set')}\n\nclass Reader(pickle.Unpickler):\n    def ${method}(self, module, name):\n        ${body}\n\n@app.route('/', methods=['POST'])\ndef load():\n    return {'n': str(Reader(io.BytesIO(request.get_data())).load())}\n`,
  });
  const raised = 'raise pickle.UnpicklingError(name)';
  const found = 'return super().find_class(module, name)';
  test.each([
    [`if (module, name) not in NAMES:\n            ${raised}\n        ${found}`, 'find_class', false],
    [
      `if module == 'builtins' and name in NAMES:\n            ${found}\n        ${raised}`,
      'find_class',
      false,
    ],
    [`if (module, name) in NAMES:\n            ${raised}\n        ${found}`, 'find_class', true],
    [`if (module, name) not in NAMES:\n            ${raised}\n        ${found}`, 'find', true],
    [found, 'find_class', true],
    [`return KNOWN[(module, name)]`, 'find_class', false],
    [
      `try:\n            return KNOWN[(module, name)]\n        except KeyError:\n            ${raised}`,
      'find_class',
      false,
    ],
    [`return KNOWN.get(name) or getattr(sys.modules[module], name)`, 'find_class', true],
    [`return getattr(sys.modules[module], NAMES[name])`, 'find_class', true],
  ])('Python: %s in %s', (body, method, reported) => {
    expect(isReported(python(body, method))).toBe(reported);
  });
});
