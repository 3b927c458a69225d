import { expect, test } from 'vitest';
import { createCodeEngine } from '../../code-engine.ts';

const engine = createCodeEngine();

function severityOf(path: string): string | undefined {
  const text = '<p><%= @comment.body.html_safe %></p>\n';
  const { findings } = engine.analyse({ path, text, bytes: Buffer.from(text) } as never, undefined as never);
  return findings.find(({ ruleId }) => ruleId === 'templates-raw-output')?.severity;
}

test.for([
  ['app/views/user_mailer/welcome.html.erb', 'low'],
  ['app/components/emails/welcome/component.html.erb', 'low'],
  ['server/templates/email/reset/html.html.erb', 'low'],
  ['app/views/layouts/mailer.html.erb', 'low'],
  ['app/views/comments/show.html.erb', 'medium'],
  ['app/views/email/settings.html.erb', 'medium'],
  ['app/views/account/email.html.erb', 'medium'],
] as const)('markup in %s is %s', ([path, severity]) => {
  expect(severityOf(path)).toBe(severity);
});
