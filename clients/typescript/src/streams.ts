/** The lines of a response as they arrive. A last line without its newline was cut off: it is not given, and may be an error. */
export async function* readLines(response: Response, { whole = false } = {}): AsyncGenerator<string, void> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done && whole && rest !== '') throw new Error('The response ended in the middle of a line.');
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    // Whoever stops reading lets go of the connection.
    await reader.cancel().catch(() => undefined);
  }
}

/** One server-sent event. */
export interface ServerSentEvent {
  id: string;
  event: string;
  data: string;
}

export async function* readEvents(response: Response): AsyncGenerator<ServerSentEvent, void> {
  let event: ServerSentEvent = { id: '', event: 'message', data: '' };
  for await (const line of readLines(response)) {
    if (line === '') {
      if (event.data !== '') yield event;
      event = { id: event.id, event: 'message', data: '' };
      continue;
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*?)\r?$/.exec(line) ?? [];
    if (field === 'data') event.data += (event.data === '' ? '' : '\n') + value;
    else if (field === 'event' || field === 'id') event[field] = value;
  }
}
