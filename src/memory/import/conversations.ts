import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { type ForeignEntry, ForeignFormatError, parseJsonOrLines, textOf, timeOf } from './foreign-entry.ts';

/** `conversations.json` of an export of ChatGPT: one entry for each message that a person or the assistant wrote. */
export function* readChatGpt(text: string): Generator<ForeignEntry> {
  for (const conversation of conversationsOf(text, 'mapping', 'ChatGPT')) {
    const nodes = Object.values(conversation['mapping'] as JsonObject).filter(isJsonObject);
    for (const node of nodes) {
      const message = isJsonObject(node['message']) ? node['message'] : {};
      const author = isJsonObject(message['author']) ? textOf(message['author']['role']) : undefined;
      const parts = isJsonObject(message['content']) ? message['content']['parts'] : undefined;
      const content = (
        Array.isArray(parts)
          ? parts.flatMap((part) => textOf(isJsonObject(part) ? part['text'] : part) ?? [])
          : []
      ).join('\n');
      if (content === '' || (author !== 'user' && author !== 'assistant')) continue;
      yield entryOf('chatgpt', conversation, {
        id: textOf(message['id']) ?? textOf(node['id']),
        author,
        content,
        at: message['create_time'],
        title: conversation['title'],
      });
    }
  }
}

/** `conversations.json` of an export of Claude. */
export function* readClaude(text: string): Generator<ForeignEntry> {
  for (const conversation of conversationsOf(text, 'chat_messages', 'Claude')) {
    for (const message of (conversation['chat_messages'] as JsonValue[]).filter(isJsonObject)) {
      const content = textOf(message['text']) ?? textOfParts(message['content']);
      if (content === undefined) continue;
      yield entryOf('claude', conversation, {
        id: textOf(message['uuid']),
        author: message['sender'] === 'human' ? 'user' : 'assistant',
        content,
        at: message['created_at'],
        title: conversation['name'],
      });
    }
  }
}

function conversationsOf(text: string, field: string, whose: string): JsonObject[] {
  return parseJsonOrLines(text)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .map((conversation) => {
      const list = isJsonObject(conversation) ? conversation[field] : undefined;
      if (!isJsonObject(conversation) || typeof list !== 'object' || list === null)
        throw new ForeignFormatError(`This is no conversations.json of ${whose}.`);
      return conversation;
    });
}

function textOfParts(parts: JsonValue | undefined): string | undefined {
  const texts = Array.isArray(parts)
    ? parts.flatMap((part) => (isJsonObject(part) ? (textOf(part['text']) ?? []) : []))
    : [];
  return texts.length === 0 ? undefined : texts.join('\n');
}

interface Message {
  id: string | undefined;
  author: string;
  content: string;
  at: JsonValue | undefined;
  title: JsonValue | undefined;
}

function entryOf(
  source: string,
  conversation: JsonObject,
  { id, author, content, at, title }: Message,
): ForeignEntry {
  const conversationId =
    textOf(conversation['id']) ?? textOf(conversation['uuid']) ?? textOf(conversation['conversation_id']);
  if (id === undefined) throw new ForeignFormatError('A message has no id.');
  const createdAt = timeOf(at);
  return {
    content,
    metadata: {
      source,
      author,
      ...(conversationId && { conversation: conversationId }),
      ...(textOf(title) && { title: textOf(title)! }),
    },
    externalId: `${source}:${id}`,
    ...(createdAt && { createdAt }),
  };
}
