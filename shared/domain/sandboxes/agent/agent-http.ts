import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { EDGE_HEADER, type EdgeCode, edgeProblems } from '../../../contract/shapes/edge-problem.ts';
import { requestTo } from '../../../platform/outbound/http-request.ts';
import { readWithin } from '../../../platform/outbound/read-within.ts';
import { limits } from '../record/limits.ts';

/** The longest call to an agent, in milliseconds. The edge gives up on an agent that is silent for 120 seconds. */
export const LONGEST_CALL_MS = 110_000;

/** Timeouts of calls to an agent server, in milliseconds. */
export const agentTimeouts = {
  /** For all calls of one health check together. */
  probe: 2_000,
  init: 20_000,
  /** For finding and interrupting all runs of an agent that is about to stop. */
  interrupt: limits.interrupt * 1000,
  prepare: limits.prepare * 1000,
  /** A call that a client of this service waits for, unless it is one of the next three. */
  question: 10_000,
  /** Packing a workspace. */
  archive: 60_000,
  rename: 2_000,
  /** The agent's model writes the title. */
  title: 30_000,
  /** For all agents of a list together. */
  liveStatuses: 1_500,
  /** An agent reads each event of a page from disk. */
  history: 15_000,
  /** Each call that fetches undelivered data before the task is stopped. */
  lastLook: 3_000,
  /** To upload a file, start a command, or report on one. Commands run in the background. */
  workspace: 20_000,
  readProject: 20_000,
  /** An agent gives an MCP server 30 seconds, and some more to end. */
  testMcpServer: 45_000,
  version: 3_000,
  /** An agent loads tools and connects to MCP servers. */
  createConversation: LONGEST_CALL_MS,
  readMessages: 10_000,
  /** Before it accepts a message, an agent connects to MCP servers. */
  firstMessage: LONGEST_CALL_MS,
} as const;

export interface AgentCall {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces are made while they are sent. Their total is the request's `Content-Length`. */
  readonly body?: string | Uint8Array | Iterable<Uint8Array>;
  /** The longest response to read, in bytes. */
  readonly maxBytes?: number;
  /** Aborts the call at any point, even while the response is read. No call is longer than `LONGEST_CALL_MS`. */
  readonly signal: AbortSignal;
}

export interface AgentAnswer {
  readonly status: number;
  /** Whether the status is 2xx. Redirects are not followed, as a sandbox is not trusted. */
  readonly ok: boolean;
  readonly text: string;
  /** The raw body, for content that is not text. */
  readonly bytes: Buffer;
}

/** The response is longer than the call allows. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/** The longest response to read, in bytes. A sandbox is not trusted and could send an endless response. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Calls an agent server with Node's own HTTP client, which is already loaded: the first `fetch` of a process loads
 * another client, which takes a quarter of the time to the first response. A kept connection may die unnoticed while
 * Lambda has frozen the process.
 *
 * @throws EdgeRefusedError when the edge responds instead of the agent; AnswerTooLongError; another error when there is
 * no response, and the reason of the signal when it aborts first
 */
export function callAgent(
  url: string,
  { method = 'GET', headers = {}, body, maxBytes = MAX_ANSWER_BYTES, signal }: AgentCall,
): Promise<AgentAnswer> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL_MS)]);
  const tooLong = () => new AnswerTooLongError(`the agent server sent more than ${maxBytes} bytes`);
  return requestTo(new URL(url), { method, headers, body, signal: bounded }, async (response) =>
    answerOf(response, await readWithin(response, maxBytes, tooLong)),
  );
}

/** @throws EdgeRefusedError */
function answerOf({ statusCode: status = 0, headers }: IncomingMessage, bytes: Buffer): AgentAnswer {
  const text = bytes.toString('utf8');
  const refusal = edgeRefusal(status, headers, text);
  if (refusal) throw refusal;
  return { status, ok: status >= 200 && status < 300, text, bytes };
}

/**
 * The edge or another gateway responded instead of the agent server. Like a refused connection, this says nothing about
 * the agent.
 */
export class EdgeRefusedError extends Error {
  override readonly name = 'EdgeRefusedError';
  readonly status: number;
  /** Null for another gateway, or for a response without a problem detail. */
  readonly code: EdgeCode | null;
  /** Whether the edge itself refused the request, which then has not reached the agent server. */
  readonly isOfEdge: boolean;

  constructor(status: number, code: EdgeCode | null, isOfEdge = false) {
    super(`a gateway responded with ${status}${code === null ? '' : ` (${code})`} instead of the agent server`);
    this.status = status;
    this.code = code;
    this.isOfEdge = isOfEdge;
  }
}

/** Statuses of a gateway that cannot reach its server. Agent servers use them too, but always with JSON. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Recognises a response that does not come from the agent server: by the edge's header; by the code of an edge error
 * page, which cannot carry a header; or by any other page, as agent servers report failures of their API as JSON. A
 * sandbox can fake each of these, and then counts as unreachable.
 *
 * @returns undefined for a response of the agent server
 */
export function edgeRefusal(status: number, headers: IncomingHttpHeaders, text: string): EdgeRefusedError | undefined {
  if (status < 400) return undefined;
  const type = headers['content-type'] ?? '';
  const code = type.startsWith('application/problem+json') ? codeOf(text) : null;
  const isMarked = headers[EDGE_HEADER] !== undefined;
  const isOfEdge = isMarked || code?.startsWith('sandbox_') === true;
  const isPage = type.startsWith('text/html') || (gatewayStatuses.has(status) && !/^application\/\S*json/.test(type));
  return isOfEdge || isPage ? new EdgeRefusedError(status, code, isMarked) : undefined;
}

function codeOf(text: string): EdgeCode | null {
  try {
    const body: unknown = JSON.parse(text);
    const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
    return isEdgeCode(code) ? code : null;
  } catch {
    // A malformed problem detail adds nothing to the status.
    return null;
  }
}

function isEdgeCode(code: unknown): code is EdgeCode {
  return typeof code === 'string' && Object.hasOwn(edgeProblems, code);
}
