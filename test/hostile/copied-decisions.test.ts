import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../src/scan/likeness/finding-shape.ts';
import { likeness } from '../../src/scan/likeness/likeness.ts';
import type { Finding } from '../../src/scan/model/finding.ts';
import { similarBar } from '../../src/scan/service/recall/similar-decisions.ts';
import { sampleFinding } from '../support/sample-scan.ts';

/**
 * Somebody who can write code wants it to look like something that was dismissed before: `victim` is another problem of the same rule, dressed up in
 * every way that leaves it the problem it is. `duplicate` is the dismissed code as an honest repository has it, in other names.
 */
const problems = [
  {
    file: 'src/proxy.js',
    dismissed: 'const reply = await fetch(request.query.target);',
    duplicate: 'const answer = await fetch(request.query.address);',
    victim: 'internalClient.post(`http://metadata/${path}`, secrets);',
    points: {
      dismissed: 'fetch(request.query.target)',
      duplicate: 'fetch(request.query.address)',
      victim: 'internalClient.post(`http://metadata/${path}`, secrets)',
    },
  },
  {
    file: 'app/report.py',
    dismissed: 'rows = cursor.execute("SELECT name FROM items WHERE id = %s" % item_id)',
    duplicate: 'found = cursor.execute("SELECT name FROM items WHERE id = %s" % key)',
    victim: 'admin_db.raw(request.args["statement"])',
    points: {
      dismissed: 'cursor.execute("SELECT name FROM items WHERE id = %s" % item_id)',
      duplicate: 'cursor.execute("SELECT name FROM items WHERE id = %s" % key)',
      victim: 'admin_db.raw(request.args["statement"])',
    },
  },
  {
    file: 'cmd/run.go',
    dismissed: 'out, err := exec.Command("git", "log", branch).Output()',
    duplicate: 'text, e := exec.Command("git", "log", name).Output()',
    victim: 'syscall.Exec(shell, []string{"-c", body}, env)',
    points: {
      dismissed: 'exec.Command("git", "log", branch)',
      duplicate: 'exec.Command("git", "log", name)',
      victim: 'syscall.Exec(shell, []string{"-c", body}, env)',
    },
  },
  {
    file: 'src/main/java/Store.java',
    dismissed: 'File target = new File(uploads, part.getSubmittedFileName());',
    duplicate: 'File place = new File(folder, item.getSubmittedFileName());',
    victim: 'Files.delete(Paths.get(request.getParameter("p")));',
    points: {
      dismissed: 'new File(uploads, part.getSubmittedFileName())',
      duplicate: 'new File(folder, item.getSubmittedFileName())',
      victim: 'Files.delete(Paths.get(request.getParameter("p")))',
    },
  },
  {
    file: 'web/view.php',
    dismissed: 'echo htmlspecialchars_decode($post->title);',
    duplicate: 'echo htmlspecialchars_decode($entry->title);',
    victim: 'print($_GET["q"] . $markup);',
    points: {
      dismissed: 'htmlspecialchars_decode($post->title)',
      duplicate: 'htmlspecialchars_decode($entry->title)',
      victim: 'print($_GET["q"] . $markup)',
    },
  },
];

type Problem = (typeof problems)[number];
type Name = 'dismissed' | 'duplicate' | 'victim';

const reason = 'Dismissed: the value is checked by the gateway, and only our own hosts can be reached.';

function finding(
  { file, points, ...codes }: Problem,
  name: Name,
  line = codes[name],
  change: Partial<Finding> = {},
): Finding {
  const { trace: _, ...plain } = sampleFinding({
    file,
    line: 3,
    startLine: 3,
    endLine: 3,
    startColumn: line.indexOf(points[name]) + 1,
    endColumn: line.indexOf(points[name]) + points[name].length + 1,
    snippet: { startLine: 1, text: `\n\n${line}\n\n` },
  });
  return { ...plain, ...change };
}

const wide = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));
const lookalike = (text: string) => text.replaceAll('e', 'е').replaceAll('o', 'о').replaceAll('a', 'а');
const broken = (text: string) => [...text].join('\u200b');
const comment = (file: string) => (file.endsWith('.py') ? '#' : '//');

/** The line as it is, with something around it that a rule does not look at. */
const disguises: Array<[string, (problem: Problem) => Finding]> = [
  [
    'its words repeated in a comment',
    (p) => finding(p, 'victim', `${p.victim} ${comment(p.file)} ${`${p.dismissed} `.repeat(20)}`),
  ],
  [
    'its words in a string behind it',
    (p) => finding(p, 'victim', `${p.victim} label("${p.dismissed.replaceAll('"', "'")}")`),
  ],
  ['its code behind it on the same line', (p) => finding(p, 'victim', `${p.victim} ${p.dismissed}`)],
  [
    'its code before it, a hundred times',
    (p) => finding(p, 'victim', `${`${p.dismissed} `.repeat(100)}${p.victim}`),
  ],
  [
    'its code in the lines around',
    (p) =>
      finding(p, 'victim', p.victim, {
        snippet: {
          startLine: 1,
          text: `${p.dismissed}\n${p.dismissed}\n${p.victim}\n${p.dismissed}\n${p.dismissed}`,
        },
      }),
  ],
  [
    'the reason of the decision behind it',
    (p) => finding(p, 'victim', `${p.victim} ${comment(p.file)} ${reason} false_positive`),
  ],
  [
    'the title of the rule repeated',
    (p) =>
      finding(p, 'victim', `${p.victim} ${comment(p.file)} ${'SQL built from request data '.repeat(30)}`),
  ],
  ['its code in wide letters', (p) => finding(p, 'victim', `${p.victim} ${wide(p.dismissed)}`)],
  [
    'its code in letters of another script',
    (p) => finding(p, 'victim', `${p.victim} ${lookalike(p.dismissed)}`),
  ],
  ['its code with invisible characters', (p) => finding(p, 'victim', `${p.victim} ${broken(p.dismissed)}`)],
  [
    'a huge snippet that holds it',
    (p) => finding(p, 'victim', `${p.victim} ${'x'.repeat(50_000)} ${p.dismissed}`),
  ],
  [
    'hundreds of flagged lines that hold it',
    (p) =>
      finding(p, 'victim', p.victim, {
        endLine: 400,
        snippet: { startLine: 1, text: `\n\n${p.victim}\n${`${p.dismissed}\n`.repeat(400)}` },
      }),
  ],
  [
    'columns that lead nowhere',
    (p) => finding(p, 'victim', `${p.victim} ${p.dismissed}`, { startColumn: 9_000, endColumn: 9_100 }),
  ],
];

describe.each(problems.map((problem) => [problem.dismissed, problem] as const))(
  'over the dismissal of %s',
  (_, problem) => {
    const decision = shapeOf(finding(problem, 'dismissed'));
    const honest = likeness(decision, shapeOf(finding(problem, 'duplicate')));

    test('an honest duplicate is shown', () => {
      expect(honest).toBeGreaterThanOrEqual(similarBar);
    });

    test('the other problem as it is is not shown', () => {
      expect(likeness(decision, shapeOf(finding(problem, 'victim')))).toBeLessThan(similarBar);
    });

    test.each(disguises)('another problem does not climb with %s', (_name, disguise) => {
      const score = likeness(decision, shapeOf(disguise(problem)));
      expect(score).toBeLessThan(honest);
      expect(score).toBeLessThan(similarBar);
    });
  },
);

test('there are at least fifty disguises', () => {
  expect(problems.length * disguises.length).toBeGreaterThanOrEqual(50);
});
