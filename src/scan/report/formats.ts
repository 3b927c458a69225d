import { csv } from './csv.ts';
import { cyclonedx } from './cyclonedx.ts';
import { gitlab } from './gitlab.ts';
import { html } from './html.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { ReportFormat } from './report.ts';
import { sarif } from './sarif.ts';
import { spdx } from './spdx.ts';

/** Every report format by the name that callers use. JSON is not among them: it is the response of the API itself. */
export const reportFormats = { sarif, cyclonedx, spdx, gitlab, junit, markdown, html, csv } satisfies Record<
  string,
  ReportFormat
>;

export type ReportFormatName = keyof typeof reportFormats;
