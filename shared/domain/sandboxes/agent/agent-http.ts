import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { EDGE_HEADER, type EdgeCode, edgeProblems } from '../../../contract/shapes/edge-problem.ts';
import { requestTo } from '../../../platform/outbound/http-request.ts';
import { limits } from '../record/limits.ts';

/** The longest call of an agent server, in milliseconds: the edge gives up an agent that is silent for 120 seconds. */
export const LONGEST_CALL_MS = 110_000;

/** How long an agent server may take to answer each call of this service, in milliseconds. */
export const agentTimeouts = {
  /** One limit for everything that a look at its health asks. */
  probe: 2_000,
  init: 20_000,
  /** One limit for finding the runs of an agent that is to end, and for interrupting all of them. */
  interrupt: limits.interrupt * 1000,
  prepare: limits.prepare * 1000,
  /** What a client of this service waits for, unless it is one of the next three. */
  question: 10_000,
  /** To pack a workspace. */
  archive: 60_000,
  rename: 2_000,
  /** The agent's model names the subject of a conversation. */
  title: 30_000,
  /** One limit for all agents of a list. */
  liveStatuses: 1_500,
  /** An agent reads each event of a page from its disk. */
  history: 15_000,
  /** One call of the last look at an agent whose task is about to be stopped. */
  lastLook: 3_000,
  /** To take a file, to start a command and to report about one: commands themselves run in the background. */
  workspace: 20_000,
  /** To read some files of a project. */
  readProject: 20_000,
  version: 3_000,
  /** An agent loads tools, and connects to tool servers (MCP). */
  createConversation: LONGEST_CALL_MS,
  readMessages: 10_000,
  /** To answer a message, an agent connects to tool servers first. */
  firstMessage: LONGEST_CALL_MS,
} as const;

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

/**
 * A machine between this service and the agent server answered in its place: the edge, or another gateway. It says as
 * little about the agent as a refused connection does.
 */
export class EdgeRefusedError extends Error {
  override readonly name = 'EdgeRefusedError';
  readonly status: number;
  /** Null for the answer of another gateway, or one without a problem detail. */
  readonly code: EdgeCode | null;

  constructor(status: number, code: EdgeCode | null) {
    super(`a gateway answered ${status}${code === null ? '' : ` (${code})`} in place of the agent server`);
    this.status = status;
    this.code = code;
  }
}

/** Statuses of a gateway that cannot reach the server behind it. Agent servers use them too, always with JSON. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Recognises an answer that is not the agent server's: by the edge's header; by the code of an error page of the edge,
 * which can carry no header; and any page, as agent servers answer failures of their interface with JSON. A sandbox may
 * fake each of them: it then counts as unreachable.
 *
 * @returns undefined for an answer of the agent server
 */
export function edgeRefusal(status: number, headers: IncomingHttpHeaders, text: string): EdgeRefusedError | undefined {
  if (status < 400) return undefined;
  const type = headers['content-type'] ?? '';
  const code = type.startsWith('application/problem+json') ? codeOf(text) : null;
  const isOfEdge = headers[EDGE_HEADER] !== undefined || code?.startsWith('sandbox_') === true;
  const isPage = type.startsWith('text/html') || (gatewayStatuses.has(status) && !/^application\/\S*json/.test(type));
  return isOfEdge || isPage ? new EdgeRefusedError(status, code) : undefined;
}

function codeOf(text: string): EdgeCode | null {
  try {
    const body: unknown = JSON.parse(text);
    const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
    return isEdgeCode(code) ? code : null;
  } catch {
    // A broken problem detail says nothing more than its status.
    return null;
  }
}

function isEdgeCode(code: unknown): code is EdgeCode {
  return typeof code === 'string' && Object.hasOwn(edgeProblems, code);
}
