import { linesOf } from './lines.ts';
import { failureOf, type Id, type Message, messagesOf, parsedMessage } from './messages.ts';

export interface BridgeDeps {
  /** Lines of JSON-RPC from the program that uses the tools. */
  readonly input: AsyncIterable<string | Uint8Array>;
  readonly write: (line: string) => void;
  /** Sends a message to the MCP server of the service, with the stored key. */
  readonly post: (body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>;
}

/** The revision of the protocol, in the `_meta` of each request since 2026-07-28. */
const VERSION_META = 'io.modelcontextprotocol/protocolVersion';

const NO_RESPONSE = -32_000;
const PARSE_ERROR = -32_700;

/** Passes messages between a program that speaks stdio and the service, until the input ends. */
export async function bridge({ input, write, post }: BridgeDeps): Promise<void> {
  const open = new Map<Id, AbortController>();
  const running = new Set<Promise<void>>();
  /** The revision that `initialize` agreed on. */
  let agreed: string | undefined;
  const reply = (message: Message) => write(`${JSON.stringify(message)}\n`);

  const pass = async (message: Message, line: string): Promise<void> => {
    const { id, method } = message;
    const abort = new AbortController();
    const isRequest = method !== undefined && id !== undefined && id !== null;
    if (isRequest) open.set(id, abort);
    let isAnswered = false;
    try {
      const response = await post(line, headersOf(message, agreed), abort.signal);
      if (!response.ok) {
        if (isRequest && !abort.signal.aborted) reply(await refusalOf(id, response));
        return;
      }
      for await (const answer of messagesOf(response)) {
        if (abort.signal.aborted) return;
        const version = answer.result?.protocolVersion;
        if (method === 'initialize' && typeof version === 'string') agreed = version;
        if (answer.id === id) isAnswered = true;
        reply(answer);
      }
      if (isRequest && !isAnswered) reply(failureOf(id, NO_RESPONSE, 'The response of the service ended too early.'));
    } catch (error) {
      if (!isRequest || isAnswered || abort.signal.aborted) return;
      reply(failureOf(id, NO_RESPONSE, error instanceof Error ? error.message : 'The service did not respond.'));
    } finally {
      if (isRequest) open.delete(id);
    }
  };

  for await (const line of linesOf(input)) {
    if (line.trim() === '') continue;
    const message = parsedMessage(line);
    if (!message) {
      reply(failureOf(null, PARSE_ERROR, 'A line is not a JSON object. Send one message of JSON-RPC in each line.'));
    } else if (message.method === 'notifications/cancelled') {
      // The service keeps no session: a closed connection cancels the call.
      open.get(message.params?.requestId as Id)?.abort();
    } else {
      const passed = pass(message, line).finally(() => running.delete(passed));
      running.add(passed);
    }
  }
  await Promise.all(running);
}

/** The headers of the protocol, which repeat parts of the message. */
function headersOf({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const meta = params?._meta as Readonly<Record<string, unknown>> | undefined;
  const stated = meta?.[VERSION_META];
  const version = typeof stated === 'string' ? stated : agreed;
  const name = params?.name ?? params?.uri;
  const given = { 'MCP-Protocol-Version': version, 'Mcp-Method': method, 'Mcp-Name': name };
  return {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    // A repeated call, after a lost connection, takes effect once.
    ...(method === 'tools/call' ? { 'Idempotency-Key': crypto.randomUUID() } : {}),
    ...Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => /^[\x21-\x7e]+$/.test(String(entry[1] ?? ''))),
    ),
  };
}

/** The failure of a whole HTTP request, as a response to the request inside. */
async function refusalOf(id: Id, response: Response): Promise<Message> {
  const text = await response.text();
  const body = parsedMessage(text) as (Message & { readonly detail?: unknown }) | undefined;
  if (body?.error !== undefined && typeof body.error === 'object') return { jsonrpc: '2.0', id, error: body.error };
  const detail = typeof body?.detail === 'string' ? body.detail : `The service responded with ${response.status}.`;
  const remedy = response.status === 401 ? ' Sign in again: acs login' : '';
  return failureOf(id, NO_RESPONSE, `${detail}${remedy}`, body);
}
