import { EDGE_HEADER, type EdgeCode, edgeProblems } from '../../../shared/contract/shapes/edge-problem.ts';
import type { AgentReply } from './http-agent.ts';

const problem = { 'content-type': 'application/problem+json' };
const page = { 'content-type': 'text/html' };

/** The edge's error page for a task that it cannot reach, without the header of the function. */
export const errorPage = (status: 502 | 504): AgentReply => ({
  status,
  headers: problem,
  body: { type: 'about:blank', status, code: 'sandbox_moved' },
});

/** The edge function's response to a request that it refuses. */
export const refusalOfEdge = (code: EdgeCode): AgentReply => ({
  status: edgeProblems[code],
  headers: { ...problem, [EDGE_HEADER]: '1' },
  body: { type: 'about:blank', status: edgeProblems[code], code },
});

/** Every kind of response that does not come from an agent, with a test name. */
export const answersOfEdge: readonly (readonly [string, AgentReply])[] = [
  ...(Object.keys(edgeProblems) as EdgeCode[]).map((code) => [`problem ${code}`, refusalOfEdge(code)] as const),
  ['error page 502', errorPage(502)],
  ['error page 504', errorPage(504)],
  ...[502, 503, 504].map((status) => [`page ${status}`, { status, headers: page, body: '<html>' }] as const),
  ['page 403 of a firewall', { status: 403, headers: page, body: '<html>' }],
  ['text 503', { status: 503, headers: { 'content-type': 'text/plain' }, body: 'busy' }],
];
