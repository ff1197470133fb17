import { RelayedPieces } from './relayed-pieces.ts';
import { type Head, type RelayDeps, type RelayedCall, RunningCall } from './running-call.ts';

/** The response to an agent. */
export interface RelayedAnswer extends Head {
  readonly pieces: AsyncIterable<Uint8Array>;
}

/**
 * Passes a request on to a model provider, and its answer back. The call is closed exactly once, also if the provider
 * or the agent fails. Agents cannot avoid the cost of an answer by going away: it is read to its end, within limits.
 *
 * @throws AppError `bad_gateway`, `gateway_timeout`
 */
export async function relay(call: RelayedCall, deps: RelayDeps): Promise<RelayedAnswer> {
  const running = new RunningCall(call, deps);
  const head = await running.head();
  return { ...head, pieces: new RelayedPieces(running, deps.limits.keepAlive) };
}
