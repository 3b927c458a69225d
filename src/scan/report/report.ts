import type { ReportedScan } from '../model/outcome.ts';

/** What a report says about who wrote it. */
export interface ReportTool {
  version: string;
}

/** One format: a finished scan goes in, a text comes out. Everything that stems from the repository is hostile. */
export interface ReportFormat {
  contentType: string;
  /** For the name of a saved report. */
  extension: string;
  /** Beyond the content type, when it is served. */
  headers?: Record<string, string>;
  render(scan: ReportedScan, tool: ReportTool): string;
}
