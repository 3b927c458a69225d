import { atMost } from '../../../../model/finding.ts';
import type { PageMatch } from '../template-analysis.ts';

/** Programs that show mails run no script of theirs, and follow no link that is one: markup in a mail can deceive its reader and no more. */
export function ratedForMail(path: string, matches: PageMatch[]): PageMatch[] {
  if (!isMail(path)) return matches;
  return matches.map((match) =>
    match.rule.cwe.includes('CWE-79') ? { ...match, severity: atMost(match.severity, 'low') } : match,
  );
}

/** `views/user_mailer/`, `templates/email/`, `emails/`, `mail-templates/`, `layouts/mailer.html.erb`. */
function isMail(path: string): boolean {
  return /(?:^|\/)(?:[\w-]*[_-])?(?:mailers?|e?mails|e?mail[_-]?templates?)\/|(?:^|\/)templates?\/(?:[\w-]+\/){0,4}e?mail\/|(?:^|\/)layouts\/(?:e?mail|mailer)[._-]/i.test(
    path,
  );
}
