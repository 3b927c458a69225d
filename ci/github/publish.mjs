// After the scan of the action: outputs, the job's summary, annotations and one comment on the pull request that is written again instead of
// added to. Plain JavaScript without packages: it runs on whatever Node the runner has.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const marker = '<!-- lorekeep-scan -->';

/** Everything that a workflow asked for; what is only for people never fails the build. */
export async function publish(environment, print) {
  const folder = environment.REPORTS;
  const scan = readJson(join(folder, 'scan.json'));
  if (!scan) return;
  writeOutputs(scan, environment);
  if (environment.SUMMARY === 'true' && environment.GITHUB_STEP_SUMMARY)
    appendFileSync(environment.GITHUB_STEP_SUMMARY, readText(join(folder, 'summary.md')));
  if (environment.ANNOTATIONS === 'true') print(readText(join(folder, 'annotations.txt')).trimEnd());
  if (environment.COMMENT === 'true') {
    try {
      await comment(scan, readText(join(folder, 'summary.md')), environment);
    } catch (error) {
      print(`::warning title=Lorekeep::The comment could not be written: ${escapeMessage(error.message)}`);
    }
  }
}

function writeOutputs({ summary, findings, policy, coverage }, { GITHUB_OUTPUT, OUTPUT }) {
  const lines = [
    ['report', OUTPUT],
    ['findings', findings.length],
    ['new', summary.new ?? findings.length],
    ['fixed', summary.fixed ?? 0],
    ['critical', summary.critical],
    ['high', summary.high],
    ['passed', policy ? policy.passed : true],
    ['dependencies-checked', !coverage.skipped.some(({ reason }) => reason === 'advisories_missing')],
  ];
  // The only text among them was given by the workflow; a line break in it would add an output.
  appendFileSync(GITHUB_OUTPUT, lines.map(([name, value]) => `${name}=${oneLine(value)}\n`).join(''));
}

/** Written where there is something to say, and again where there was. */
async function comment({ findings }, text, { GITHUB_API_URL, GITHUB_REPOSITORY, PULL_REQUEST, TOKEN }) {
  if (!/^\d+$/.test(PULL_REQUEST ?? '') || !TOKEN) return;
  const call = async (method, path, body) => {
    const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${path}`, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${TOKEN}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(
        `GitHub answered ${response.status}; the job needs "permissions: pull-requests: write".`,
      );
    return response.json();
  };
  const own = await findOwn(call, PULL_REQUEST);
  const isNews = findings.some(({ baselineState }) => baselineState !== 'unchanged');
  const body = `${marker}\n${text}`;
  if (own) await call('PATCH', `issues/comments/${own.id}`, { body });
  else if (isNews) await call('POST', `issues/${PULL_REQUEST}/comments`, { body });
}

const maxPages = 20;

async function findOwn(call, pullRequest) {
  for (let page = 1; page <= maxPages; page++) {
    const comments = await call('GET', `issues/${pullRequest}/comments?per_page=100&page=${page}`);
    // Anybody can write the marker; a comment of a person is not ours to change.
    const own = comments.find(({ body, user }) => body?.startsWith(marker) && user?.type === 'Bot');
    if (own || comments.length < 100) return own;
  }
  return undefined;
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Absent where the scan did not end. */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function oneLine(value) {
  return String(value).replace(/[\r\n]+/g, ' ');
}

function escapeMessage(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await publish(process.env, (text) => text !== '' && console.log(text));
