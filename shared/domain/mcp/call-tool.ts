import type { CallToolResult } from '@modelcontextprotocol/server';
import { log } from '../../platform/log.ts';
import { failureWords } from '../../platform/outbound/bounded-fetch.ts';
import { AnswerTooLargeError, type CallOwnApi } from './own-api.ts';
import type { Tool } from './tool.ts';
import { ArgumentError, type Arguments, toolRequest } from './tool-request.ts';
import { toolError, toolResult } from './tool-result.ts';

interface ToolCall {
  readonly tool: Tool;
  readonly given: Arguments;
  /** The Idempotency-Key of the request that contains the call. An argument goes before it. */
  readonly idempotencyKey: string | undefined;
  /** The client has cancelled the call. */
  readonly signal: AbortSignal;
  readonly deadline: AbortSignal;
}

/** Calls the endpoint of a tool. Failures are results, which a model can react to. */
export async function callTool(
  { tool, given, idempotencyKey, signal, deadline }: ToolCall,
  callApi: CallOwnApi,
): Promise<CallToolResult> {
  const { takesKey, method } = tool.endpoint;
  try {
    const request = toolRequest(tool, given);
    const key = takesKey ? (request.idempotencyKey ?? idempotencyKey) : undefined;
    const bounded = AbortSignal.any([signal, deadline]);
    const answer = await callApi({ ...request, ...(key === undefined ? {} : { idempotencyKey: key }) }, bounded);
    // No range is within an empty file.
    const isEmpty = answer.status === 416 && request.headers.Range?.startsWith('bytes=0-') === true;
    return isEmpty ? { content: [{ type: 'text', text: '' }] } : toolResult(answer);
  } catch (error) {
    if (error instanceof ArgumentError) return toolError(error.message);
    if (signal.aborted) throw error;
    log.warn('a tool got no response', { tool: tool.view.name, error });
    if (error instanceof AnswerTooLargeError)
      return toolError('The result is too large. Ask for less, for example with `limit`.');
    const repeat = method === 'GET' ? 'Try again.' : 'The call may have taken effect: check before you repeat it.';
    const what = deadline.aborted ? 'did not answer in time' : `did not answer (${failureWords(error)})`;
    return toolError(`The service ${what}. ${repeat}`);
  }
}
