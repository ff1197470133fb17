import type { APIGatewayProxyResult } from 'aws-lambda';
import { isStreamed } from '../../contract/endpoint/endpoint.ts';
import { AppError, retryLostRaces } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { problems } from '../answers/problem.ts';
import {
  type Attempt,
  type ClaimDeps,
  inProgress,
  type KeyedAttempt,
  kept,
  newClaim,
  replayed,
  requireFree,
  withoutClaim,
} from './attempt.ts';
import { ClaimLostError, type ClaimRecord } from './claim.ts';
import { identityOf, readKey } from './request-key.ts';

/** Runs a request once per Idempotency-Key. Without a key, it reads and writes no claim. @throws AppError */
export async function answerOnce(attempt: Attempt, wire: () => ClaimDeps): Promise<APIGatewayProxyResult> {
  const key = readKey(attempt.event);
  if (key === undefined) return attempt.run(withoutClaim);
  const { endpoint, event } = attempt;
  const keyed = { ...attempt, ...identityOf(endpoint, event, key) };
  return endpoint.idempotent === 'lease' ? answerUnderLease(keyed, wire()) : answerInTransaction(keyed, wire());
}

/**
 * Runs a request whose effect is one transaction, which also writes the claim with the response. So there is never one
 * without the other, and no request in progress. Of equal requests, one writes and the others repeat its response.
 */
async function answerInTransaction(attempt: KeyedAttempt, deps: ClaimDeps): Promise<APIGatewayProxyResult> {
  const before = requireFree(await find(attempt, deps), attempt, deps.now());
  if (before.kind === 'replay') return replayed(attempt, before.answer, before.record);
  const claim = new Claim(attempt, deps);
  try {
    return await claim.run();
  } catch (error) {
    return await afterFailure(attempt, error, deps);
  }
}

/** A request can fail because another request with its key was faster and used the last place or the resource. */
async function afterFailure(attempt: KeyedAttempt, error: unknown, deps: ClaimDeps): Promise<APIGatewayProxyResult> {
  const found = requireFree(await find(attempt, deps), attempt, deps.now());
  if (found.kind !== 'replay') throw error instanceof ClaimLostError ? inProgress(0) : error;
  const { answer, record } = found;
  if (record.token !== attempt.event.requestContext.requestId) return replayed(attempt, answer, record);
  // The transaction is written, but a later step failed: a retry must repeat that step.
  if (!(error instanceof ClaimLostError)) throw error;
  // The client of DynamoDB repeated the write after a lost response.
  return replayed(attempt, answer, record);
}

function find({ caller, requestKey }: KeyedAttempt, { claims }: ClaimDeps): Promise<ClaimRecord | undefined> {
  return claims.find(caller.ownerId, requestKey);
}

/** The claim of one attempt. An operation can make several before one is written. */
class Claim {
  readonly #attempt: KeyedAttempt;
  readonly #deps: ClaimDeps;
  #written: ClaimRecord | undefined;

  constructor(attempt: KeyedAttempt, deps: ClaimDeps) {
    this.#attempt = attempt;
    this.#deps = deps;
  }

  async run(): Promise<APIGatewayProxyResult> {
    const { caller, requestKey } = this.#attempt;
    const claim = async (result: unknown) => [await this.#part(result)];
    const answer = await this.#attempt.run({ claim, triedAt: null, name: `${caller.ownerId}/${requestKey}` });
    const written = this.#written ?? (await this.#add(answer));
    const { endpoint, replay } = this.#attempt;
    // The transaction can store an earlier state than that of the response, which a repetition rebuilds.
    const isCurrent = replay !== undefined || isStreamed(endpoint);
    const body = isCurrent ? answer.body : (written.answer?.body ?? answer.body);
    return kept({ ...answer, body }, written);
  }

  #part(result: unknown) {
    const { status, body } = this.#attempt.endpoint.success;
    const record = this.#record(status, JSON.stringify(body.parse(result)));
    return this.#deps.claims.part(record, () => {
      this.#written = record;
    });
  }

  /** Adds a claim for a request without a transaction, such as the resume of a running sandbox. */
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

/** The most attempts to take a claim while other requests take and release it. */
const TRIES = 5;

/** Milliseconds from the end of the function to the end of its lease. */
const MARGIN = 1_000;

/**
 * Runs a request with an effect outside our tables. It takes the claim first, for as long as the function can run. A
 * request after an attempt without a response gets the time of that attempt (`triedAt`), and checks for its effect
 * before repeating it.
 */
async function answerUnderLease(attempt: KeyedAttempt, deps: ClaimDeps): Promise<APIGatewayProxyResult> {
  const held = await takeClaim(attempt, deps);
  if ('answered' in held) return held.answered;
  const { record, triedAt } = held;
  const once = { name: `${record.owner_id}/${record.request_key}`, at: record.created_at };
  const answer = await attempt
    .run({ claim: async () => [], triedAt, once })
    .catch(async (error: unknown): Promise<never> => {
      await release(held, error, deps);
      throw error;
    });
  // The work is done, so the response is sent even if this write fails.
  await settle(record, { answer: { status_code: answer.statusCode, body: answer.body } }, deps);
  return kept(answer, record);
}

/** An attempt that holds the claim. */
interface HeldClaim {
  readonly record: ClaimRecord;
  readonly triedAt: string | null;
}

type ClaimResult = HeldClaim | { readonly answered: APIGatewayProxyResult };

async function takeClaim(attempt: KeyedAttempt, deps: ClaimDeps): Promise<ClaimResult> {
  try {
    return await retryLostRaces(() => tryToClaim(attempt, deps), { tries: TRIES, isLost });
  } catch (error) {
    throw isLost(error) ? inProgress(0) : error;
  }
}

/** @throws ClaimLostError when another attempt took or released the claim since the read */
async function tryToClaim(attempt: KeyedAttempt, { claims, now }: ClaimDeps): Promise<ClaimResult> {
  const decision = requireFree(await claims.find(attempt.caller.ownerId, attempt.requestKey), attempt, now());
  if (decision.kind === 'replay') return { answered: await replayed(attempt, decision.answer, decision.record) };
  const lease_until = now().getTime() + attempt.timeLeft() + MARGIN;
  const record = newClaim(attempt, now(), { answer: null, lease_until });
  if (decision.kind === 'new') {
    await claims.add(record);
    return { record, triedAt: null };
  }
  const { created_at } = decision.record;
  const taken = { ...record, created_at };
  await claims.replace(decision.record, taken);
  return { record: taken, triedAt: created_at };
}

function isLost(error: unknown): boolean {
  return error instanceof ClaimLostError;
}

/** Frees the key after a refusal, which has no effect. After other failures or earlier attempts, the claim stays. */
function release({ record, triedAt }: HeldClaim, error: unknown, deps: ClaimDeps): Promise<void> {
  const now = deps.now().getTime();
  const isRefused = error instanceof AppError && problems[error.code].status < 500;
  const hadNoEffect = isRefused && triedAt === null;
  return settle(record, hadNoEffect ? { expires_at: Math.floor(now / 1000) } : { lease_until: now }, deps);
}

/** If this write fails, the lease ends with its time. */
async function settle(record: ClaimRecord, change: Partial<ClaimRecord>, { claims }: ClaimDeps): Promise<void> {
  try {
    await claims.replace(record, { ...record, ...change });
  } catch (error) {
    log.error('idempotency claim was not completed', { request_key: record.request_key, error });
  }
}
