import type { FailureFormat } from './failure-format.ts';
import type { Problem } from './problem.ts';

export const jsonRpcFailures: FailureFormat = {
  headers: { 'Content-Type': 'application/json' },
  body: asJsonRpcFailure,
};

/** A failure of the whole HTTP request: it names no request of JSON-RPC, and its `data` is the problem. */
function asJsonRpcFailure(data: Problem) {
  const isText = data.code === 'malformed_request' && data.errors === undefined;
  const code = isText ? -32_700 : data.status === 400 ? -32_600 : data.status === 500 ? -32_603 : -32_000;
  return { jsonrpc: '2.0', id: null, error: { code, message: data.detail, data } };
}
