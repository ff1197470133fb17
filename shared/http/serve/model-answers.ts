import type { AgentRequest } from '../../domain/broker/proxy/call-model.ts';
import type { RelayedAnswer } from '../../domain/broker/relay/relay.ts';
import type { AppError } from '../../platform/errors.ts';
import type { FailureFormat } from '../answers/failure-format.ts';
import { problem } from '../answers/problem.ts';
import { Content, type RequestContext } from '../operation/operation.ts';

/** The limit of Lambda, in milliseconds. */
const LONGEST_MS = 900_000;

/** What the model broker needs of a request, besides its body. */
export function askedOf(
  { headers = {}, requestId, timeLeft = () => LONGEST_MS, consoleUrl }: RequestContext,
  format: FailureFormat,
): Omit<AgentRequest, 'kind' | 'body'> {
  const failureBody = ({ code, message, extensions }: AppError) => {
    const made = problem(code, message, requestId, extensions);
    return format.body?.(format.as?.(made) ?? made) ?? made;
  };
  return { headers, timeLeft, failureBody, consoleUrl };
}

export function contentOf({ status, headers, pieces }: RelayedAnswer): Content {
  return new Content(status, headers, pieces);
}
