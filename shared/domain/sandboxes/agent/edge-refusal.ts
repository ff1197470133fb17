import type { IncomingHttpHeaders } from 'node:http';
import { EDGE_HEADER, type EdgeCode, edgeProblems } from '../../../contract/shapes/edge-problem.ts';

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
