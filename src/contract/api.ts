/** What an operation is called with. */
export interface ApiInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** `mcp` where a model writes by itself: its writes are guarded more strictly unless the namespace or the key decides otherwise. */
  transport?: 'mcp';
}

/**
 * The API by the names of its operations, such as `searchEntries`: in this process, through the control socket or over HTTP. Gives
 * `data` of the response, or the text of a report; fails with a `ServiceError`.
 */
export interface Api {
  call<Result>(operation: string, input?: ApiInput, options?: { signal?: AbortSignal }): Promise<Result>;
}
