import type { APIGatewayProxyResult } from 'aws-lambda';
import { AppError } from '../errors.ts';
import { problems } from '../http/problem.ts';
import { log } from '../log.ts';
import { type ClaimDeps, inProgress, type KeyedAttempt, kept, newClaim, replayed, requireFree } from './attempt.ts';
import type { ClaimRecord } from './claim-record.ts';
import { ClaimLostError } from './claim-store.ts';

/** How often a claim is tried that others take and let go at the same moment. */
const TRIES = 5;

/** For how long a try holds its claim beyond the end of its function, in milliseconds. */
const MARGIN = 1_000;

/**
 * Answers a request whose effect is outside of our tables: the claim is taken before it, and holds for as long as the function can live. Whoever comes after a try
 * that left no answer is told when it was (`triedAt`), and looks before doing it again.
 */
export async function answerUnderLease(attempt: KeyedAttempt, deps: ClaimDeps): Promise<APIGatewayProxyResult> {
  const begun = await begin(attempt, deps);
  if ('answered' in begun) return begun.answered;
  const { record, triedAt } = begun;
  const answer = await attempt.run({ claim: async () => [], triedAt }).catch(async (error: unknown): Promise<never> => {
    await letGo(begun, error, deps);
    throw error;
  });
  // The answer is given in any case, as the work is done: nobody who has it sends the request again.
  await settle(record, { answer: { status_code: answer.statusCode, body: answer.body } }, deps);
  return kept(answer, record);
}

/** A try that holds the claim. */
interface Begun {
  readonly record: ClaimRecord;
  readonly triedAt: string | null;
}

async function begin(
  attempt: KeyedAttempt,
  deps: ClaimDeps,
): Promise<Begun | { readonly answered: APIGatewayProxyResult }> {
  const { claims, now } = deps;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const verdict = requireFree(await claims.find(attempt.ownerId, attempt.requestKey), attempt, now());
    if (verdict.kind === 'replay') return { answered: await replayed(attempt, verdict.answer, verdict.record) };
    const lease_until = now().getTime() + attempt.timeLeft() + MARGIN;
    const record = newClaim(attempt, now(), { answer: null, lease_until });
    try {
      if (verdict.kind === 'new') {
        await claims.add(record);
        return { record, triedAt: null };
      }
      const { created_at } = verdict.record;
      const taken = { ...record, created_at };
      await claims.replace(verdict.record, taken);
      return { record: taken, triedAt: created_at };
    } catch (error) {
      if (!(error instanceof ClaimLostError)) throw error;
    }
  }
  throw inProgress(0);
}

/** A request that was refused had no effect, and may be sent again as anything. After any other failure nobody knows, nor after one of an earlier try. */
function letGo({ record, triedAt }: Begun, error: unknown, deps: ClaimDeps): Promise<void> {
  const now = deps.now().getTime();
  const isRefused = error instanceof AppError && problems[error.code].status < 500;
  const hadNoEffect = isRefused && triedAt === null;
  return settle(record, hadNoEffect ? { expires_at: Math.floor(now / 1000) } : { lease_until: now }, deps);
}

/** Should it fail, the lease ends by itself. */
async function settle(record: ClaimRecord, change: Partial<ClaimRecord>, { claims }: ClaimDeps): Promise<void> {
  try {
    await claims.replace(record, { ...record, ...change });
  } catch (error) {
    log.error('the claim of a request was not settled', { request_key: record.request_key, error });
  }
}
