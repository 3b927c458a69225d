import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['A.cs']);

/** Whether markup that a property is put into is reported. */
function isFound(property: string): boolean {
  const text = `public class NoteTagHelper : TagHelper\n{\n    ${property}\n    public override void Process(TagHelperContext context, TagHelperOutput output)\n    {\n        output.Content.SetHtmlContent("<b>" + Text + "</b>");\n    }\n}\n`;
  return scan({ 'A.cs': text }).some(({ ruleId }) => ruleId === 'csharp-xss');
}

test.each([
  'public string Text { get; set; } = "";',
  'public string Text { get; init; } = string.Empty;',
  'internal string Text { get; set; } = "new";',
  'public string Text { get; set; }',
])('a property that others may set begins with a mere default: %s', (property) => {
  expect(isFound(property)).toBe(true);
});

test.each([
  'public string Text { get; } = "new";',
  'public string Text { get; private set; } = "new";',
  'private string Text { get; set; } = "new";',
  'private readonly string Text = "new";',
])('what only the class itself sets, or nobody, stays what it is: %s', (property) => {
  expect(isFound(property)).toBe(false);
});
