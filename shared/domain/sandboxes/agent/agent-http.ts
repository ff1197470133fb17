import type { IncomingMessage } from 'node:http';
import { requestTo } from '../../../platform/outbound/http-request.ts';
import { LONGEST_CALL_MS } from './agent-timeouts.ts';
import { edgeRefusal } from './edge-refusal.ts';

export interface AgentCall {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The longest answer that is read, in bytes. */
  readonly maxBytes?: number;
  /** Ends the call wherever it is, the reading of the answer included. No call is longer than `LONGEST_CALL_MS`. */
  readonly signal: AbortSignal;
}

export interface AgentAnswer {
  readonly status: number;
  /** Whether the status is one of success. A redirection is none: nothing follows where a sandbox points to. */
  readonly ok: boolean;
  readonly text: string;
  /** The raw answer, for content that is not text. */
  readonly bytes: Buffer;
}

/** The agent server sends more than the call reads. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/** The longest answer that is read, in bytes. A sandbox is not trusted, and may send an endless answer. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * One call of an agent server. It uses Node's own client, which is loaded already: the first `fetch` of a process loads
 * another one, which takes a quarter of the time to a first answer. Each call opens its own connection: a kept one may
 * die unseen while Lambda has frozen the process.
 *
 * @throws EdgeRefusedError when the edge answers in place of the agent; another error when there is no answer, the
 * signal aborts first; AnswerTooLongError.
 */
export function callAgent(
  url: string,
  { method = 'GET', headers = {}, body, maxBytes = MAX_ANSWER_BYTES, signal }: AgentCall,
): Promise<AgentAnswer> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL_MS)]);
  return new Promise((resolve, reject) => {
    const request = requestTo(new URL(url), { method, headers, signal: bounded, agent: false });
    request.on('response', (response) => {
      readAll(response, maxBytes)
        .then((bytes) => answerOf(response, bytes))
        .then(resolve, reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** @throws EdgeRefusedError */
function answerOf({ statusCode: status = 0, headers }: IncomingMessage, bytes: Buffer): AgentAnswer {
  const text = bytes.toString('utf8');
  const refusal = edgeRefusal(status, headers, text);
  if (refusal) throw refusal;
  return { status, ok: status >= 200 && status < 300, text, bytes };
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop by an error closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new AnswerTooLongError(`the agent server answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
