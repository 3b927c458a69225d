interface SampleEntry {
  content: string;
  metadata: Record<string, string | number>;
}

const tickets = [
  ['billing', 'The invoice for October was sent twice, and the second one has the old address.'],
  ['billing', 'A customer asks whether the yearly plan can be paid by bank transfer.'],
  ['billing', 'Refunds take five working days; the customer was told three.'],
  ['login', 'After the password reset the confirmation page stays empty in Safari.'],
  ['login', 'Two-factor codes are refused when the phone’s clock is a minute off.'],
  ['login', 'Single sign-on users land on the plain sign-in form after their session ends.'],
  ['export', 'The CSV export cuts names with umlauts when opened in a spreadsheet.'],
  ['export', 'Exports of more than 50,000 rows are mailed as a link, which expires after a day.'],
  ['mobile', 'The app drains the battery while it waits for a scan to finish in the background.'],
  ['mobile', 'On small screens the save button is hidden behind the keyboard.'],
] as const;

const preferences = [
  'Ada prefers tea in the morning, and no calls before ten.',
  'Ada reads error messages aloud and dislikes abbreviations.',
  'Meetings with Ada are best on Tuesday or Thursday afternoon.',
  'Ada works in Lisbon and travels to Berlin every second month.',
  'Ada wants summaries of at most five sentences.',
] as const;

const code = [
  ['src/queue.ts', 'Jobs are claimed with a lease of 30 seconds, which the worker renews while it runs.'],
  ['src/queue.ts', 'A job that fails is tried again after 1, 5 and 25 minutes, then given up.'],
  ['src/http.ts', 'Requests without a Host header are refused before the body is read.'],
  ['src/index.ts', 'Vectors are stored as 8-bit integers with one scale per row.'],
  ['deploy/nginx.conf', 'The proxy buffers uploads up to 8 MB and streams larger ones.'],
  [
    'docs/backup.md',
    'A backup is a copy of the data folder made with the backup command while the service runs.',
  ],
] as const;

/** What the sample service remembers, by namespace. */
export function sampleEntries(): Array<{ namespace: string; entries: SampleEntry[] }> {
  return [
    {
      namespace: 'support-tickets',
      entries: tickets.map(([topic, content], i) => ({ content, metadata: { topic, ticket: 4_100 + i } })),
    },
    { namespace: 'ada', entries: preferences.map((content) => ({ content, metadata: { person: 'ada' } })) },
    { namespace: 'codebase', entries: code.map(([file, content]) => ({ content, metadata: { file } })) },
  ];
}
