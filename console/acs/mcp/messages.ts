import { linesOf } from './lines.ts';

/** A message of JSON-RPC. Only the members that decide its way are read. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

export type Id = string | number;

/** @returns undefined for text that is not JSON, or no object */
export function parsedMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}

/** The messages of a response, as they arrive: JSON, or server-sent events. */
export async function* messagesOf(response: Response): AsyncGenerator<Message> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) {
    const message = parsedMessage(await response.text());
    if (message) yield message;
    return;
  }
  let data = '';
  for await (const line of linesOf(response.body ?? nothing())) {
    if (line.startsWith('data:')) data += line.slice('data:'.length);
    else if (line === '') {
      const message = parsedMessage(data);
      data = '';
      if (message) yield message;
    }
  }
}

async function* nothing(): AsyncGenerator<string> {}

export function failureOf(id: Id | null, code: number, message: string, data?: unknown): Message {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
