import type { APIGatewayProxyResult } from 'aws-lambda';
import { AppError } from '../../platform/errors/errors.ts';
import { retryLostRaces } from '../../platform/errors/retry-lost-races.ts';
import { log } from '../../platform/log.ts';
import { problems } from '../answers/problem.ts';
import { type ClaimDeps, inProgress, type KeyedAttempt, kept, newClaim, replayed, requireFree } from './attempt.ts';
import type { ClaimRecord } from './claim-record.ts';
import { ClaimLostError } from './claim-store.ts';

/** How often a claim is tried that other requests take and release at the same moment. */
const TRIES = 5;

/** For how long a try holds its claim beyond the end of its function, in milliseconds. */
const MARGIN = 1_000;

/**
 * Answers a request whose effect is outside of our tables: the claim is taken before it, and holds for as long as the
 * function can live. A request after a try without an answer gets the time of that try (`triedAt`), and checks for its
 * effect before it repeats it.
 */
export async function answerUnderLease(attempt: KeyedAttempt, deps: ClaimDeps): Promise<APIGatewayProxyResult> {
  const begun = await begin(attempt, deps);
  if ('answered' in begun) return begun.answered;
  const { record, triedAt } = begun;
  const answer = await attempt.run({ claim: async () => [], triedAt }).catch(async (error: unknown): Promise<never> => {
    await letGo(begun, error, deps);
    throw error;
  });
  // The answer is given in any case, as the work is done: a client with an answer does not send the request again.
  await settle(record, { answer: { status_code: answer.statusCode, body: answer.body } }, deps);
  return kept(answer, record);
}

/** A try that holds the claim. */
interface Begun {
  readonly record: ClaimRecord;
  readonly triedAt: string | null;
}

type Beginning = Begun | { readonly answered: APIGatewayProxyResult };

async function begin(attempt: KeyedAttempt, deps: ClaimDeps): Promise<Beginning> {
  try {
    return await retryLostRaces(() => tryToBegin(attempt, deps), { tries: TRIES, isLost });
  } catch (error) {
    throw isLost(error) ? inProgress(0) : error;
  }
}

/** @throws ClaimLostError when another try took or released the claim since it was read. */
async function tryToBegin(attempt: KeyedAttempt, { claims, now }: ClaimDeps): Promise<Beginning> {
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

/** A refusal had no effect and frees the key. After any other failure, or an unknown earlier one, the claim stays. */
function letGo({ record, triedAt }: Begun, error: unknown, deps: ClaimDeps): Promise<void> {
  const now = deps.now().getTime();
  const isRefused = error instanceof AppError && problems[error.code].status < 500;
  const hadNoEffect = isRefused && triedAt === null;
  return settle(record, hadNoEffect ? { expires_at: Math.floor(now / 1000) } : { lease_until: now }, deps);
}

/** If this write fails, the lease ends by its time. */
async function settle(record: ClaimRecord, change: Partial<ClaimRecord>, { claims }: ClaimDeps): Promise<void> {
  try {
    await claims.replace(record, { ...record, ...change });
  } catch (error) {
    log.error('idempotency claim was not completed', { request_key: record.request_key, error });
  }
}
