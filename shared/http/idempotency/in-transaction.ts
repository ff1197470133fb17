import type { APIGatewayProxyResult } from 'aws-lambda';
import { isStreamed } from '../../contract/endpoint/endpoint.ts';
import { withSessionKeysFor } from '../answers/session-keys.ts';
import { type ClaimDeps, inProgress, type KeyedAttempt, kept, newClaim, replayed, requireFree } from './attempt.ts';
import type { ClaimRecord } from './claim-record.ts';
import { ClaimLostError } from './claim-store.ts';

/**
 * Answers a request whose effect is one transaction: the claim is written in it, with the answer. So there is never one
 * without the other, nothing is ever under way, and of any number of equal requests one writes and the others give its
 * answer.
 */
export async function answerInTransaction(attempt: KeyedAttempt, deps: ClaimDeps): Promise<APIGatewayProxyResult> {
  const before = requireFree(await find(attempt, deps), attempt, deps.now());
  if (before.kind === 'replay') return replayed(attempt, before.answer, before.record);
  const claim = new Claim(attempt, deps);
  try {
    return await claim.run();
  } catch (error) {
    return await afterAll(attempt, error, deps);
  }
}

/** A request may fail because one with its key was first, and took the last place or its resource. */
async function afterAll(attempt: KeyedAttempt, error: unknown, deps: ClaimDeps): Promise<APIGatewayProxyResult> {
  const found = requireFree(await find(attempt, deps), attempt, deps.now());
  if (found.kind !== 'replay') throw error instanceof ClaimLostError ? inProgress(0) : error;
  const { answer, record } = found;
  if (record.token !== attempt.event.requestContext.requestId) return replayed(attempt, answer, record);
  // It is done, but something after it was not: a repetition has to see to that.
  if (!(error instanceof ClaimLostError)) throw error;
  // The claim was written: DynamoDB's client repeated the write after a lost answer.
  return replayed(attempt, answer, record);
}

function find({ caller, requestKey }: KeyedAttempt, { claims }: ClaimDeps): Promise<ClaimRecord | undefined> {
  return claims.find(caller.ownerId, requestKey);
}

/** The claim of one try. An operation may make several before one of them is written. */
class Claim {
  readonly #attempt: KeyedAttempt;
  readonly #deps: ClaimDeps;
  #written: ClaimRecord | undefined;

  constructor(attempt: KeyedAttempt, deps: ClaimDeps) {
    this.#attempt = attempt;
    this.#deps = deps;
  }

  async run(): Promise<APIGatewayProxyResult> {
    const answer = await this.#attempt.run({ claim: async (result) => [await this.#part(result)], triedAt: null });
    const written = this.#written ?? (await this.#add(answer));
    const body = isStreamed(this.#attempt.endpoint) ? answer.body : (written.answer?.body ?? answer.body);
    return kept({ ...answer, body }, written);
  }

  #part(result: unknown) {
    const { endpoint, event } = this.#attempt;
    const { status, body } = endpoint.success;
    const shown = withSessionKeysFor(endpoint, event, body.parse(result));
    const record = this.#record(status, JSON.stringify(shown));
    return this.#deps.claims.part(record, () => {
      this.#written = record;
    });
  }

  /** There was nothing to create or to start, as when a sandbox runs already. */
  async #add({ statusCode, body }: APIGatewayProxyResult): Promise<ClaimRecord> {
    const record = this.#record(statusCode, body);
    await this.#deps.claims.add(record);
    return record;
  }

  #record(status_code: number, body: string): ClaimRecord {
    const now = this.#deps.now();
    return newClaim(this.#attempt, now, { answer: { status_code, body }, lease_until: now.getTime() });
  }
}
