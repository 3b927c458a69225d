/**
 * What GitLab's schema of SAST reports, version 15.0.7, asks of the fields that our reports have, as a JSON schema of our own: no package carries
 * the official one. It allows no other fields, so that a new one is looked up before it is sent: GitLab refuses the whole report for one wrong field.
 */
const text = { type: 'string', minLength: 1 };
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$' };
const address = { type: 'string', pattern: '^(https?|ftp)://.+' };

function record(properties: Record<string, object>, optional: string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const tool = record({ id: text, name: text, version: text, vendor: record({ name: text }) });

const vulnerability = record(
  {
    id: text,
    name: { type: 'string', maxLength: 255 },
    description: { type: 'string', maxLength: 1_048_576 },
    severity: { enum: ['Info', 'Unknown', 'Low', 'Medium', 'High', 'Critical'] },
    solution: { type: 'string', maxLength: 7_000 },
    location: record({ file: text, start_line: { type: 'number' }, end_line: { type: 'number' } }),
    identifiers: {
      type: 'array',
      minItems: 1,
      items: record({ type: text, name: text, value: text, url: address }, ['url']),
    },
    links: { type: 'array', items: record({ url: address }) },
  },
  ['solution', 'links'],
);

export const gitlabSchema = record({
  version: { const: '15.0.7' },
  scan: record(
    {
      analyzer: tool,
      scanner: tool,
      type: { const: 'sast' },
      start_time: time,
      end_time: time,
      status: { enum: ['success', 'failure'] },
      messages: { type: 'array', items: record({ level: { enum: ['info', 'warn', 'fatal'] }, value: text }) },
    },
    ['messages'],
  ),
  vulnerabilities: { type: 'array', items: vulnerability },
});
