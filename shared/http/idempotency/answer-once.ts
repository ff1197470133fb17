import type { APIGatewayProxyResult } from 'aws-lambda';
import { type Attempt, type ClaimDeps, unclaimed } from './attempt.ts';
import { answerInTransaction } from './in-transaction.ts';
import { identityOf, readKey } from './request-key.ts';
import { answerUnderLease } from './under-lease.ts';

/** Answers a request once per Idempotency-Key; without one, reads and writes nothing. @throws AppError */
export async function answerOnce(attempt: Attempt, wire: () => ClaimDeps): Promise<APIGatewayProxyResult> {
  const key = readKey(attempt.event);
  if (key === undefined) return attempt.run(unclaimed);
  const { endpoint, event } = attempt;
  const keyed = { ...attempt, ...identityOf(endpoint, event, key) };
  return endpoint.idempotent === 'lease' ? answerUnderLease(keyed, wire()) : answerInTransaction(keyed, wire());
}
