import {
  acceptedKeys,
  INGRESS_MEMBER,
  type IngressGeneration,
  ingressGenerations,
} from '../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import { edgeEntry } from '../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';
import type { MasterSecret } from '../../shared/platform/aws/master-keys.ts';
import { UserError } from '../local/terminal/user-error.ts';

/** A new key signs so many seconds after the edge has it: changes of the store reach all edges within seconds. */
export const SPREAD_SECONDS = 30;

/** So many seconds after a key began to sign, a rotation goes on with it instead of making another one. */
const CONTINUED_SECONDS = 60;

const LARGEST_NUMBER = 255;

export interface Step {
  readonly secret: MasterSecret;
  /** The generation that signs next, or has just begun to. */
  readonly number: number;
  /** Whether an earlier run made it. */
  readonly continued: boolean;
}

/**
 * The secret with a generation that the edge is to learn before it signs. One that an earlier run left is used, unless
 * the master key has changed since.
 *
 * @throws UserError when no number is free, or the edge has no room for one more key
 */
export function withPrepared(secret: MasterSecret, now: Date): Step {
  const generations = ingressGenerations(secret);
  const newest = generations.at(-1);
  const isOver = newest?.from !== undefined && newest.from <= secondsOf(now) - CONTINUED_SECONDS;
  if (newest?.master === secret.current && !isOver) return { secret, number: newest.number, continued: true };
  const kept = generations.filter(({ from }) => from !== undefined);
  const number = nextNumber(generations, secret.current);
  const next = withGenerations(secret, [...kept, { number, master: secret.current }]);
  // A prepared key has no end yet. With one, it takes more room.
  assertRoom(withSigning(next, { now, overlapSeconds: 0 }).secret, secret, now);
  return { secret: next, number, continued: false };
}

/** The secret in which the newest generation signs soon, and all others end so long after. */
export function withSigning(
  secret: MasterSecret,
  { now, overlapSeconds }: { readonly now: Date; readonly overlapSeconds: number },
): Omit<Step, 'continued'> & Required<Pick<IngressGeneration, 'from' | 'until'>> {
  const generations = ingressGenerations(secret);
  const newest = generations.at(-1);
  if (!newest) throw new Error('the master secret lists no ingress key');
  const from = newest.from ?? secondsOf(now) + SPREAD_SECONDS;
  const until = from + overlapSeconds;
  const older = generations
    .slice(0, -1)
    .map((generation) => ({ ...generation, until: Math.min(generation.until ?? until, until) }))
    .filter((generation) => generation.until > secondsOf(now));
  return { secret: withGenerations(secret, [...older, { ...newest, from }]), number: newest.number, from, until };
}

/** @throws UserError */
function nextNumber(generations: readonly IngressGeneration[], master: string): number {
  const newest = generations.at(-1);
  const used = new Set(generations.map(({ number }) => number));
  const numbers = Array.from(
    { length: LARGEST_NUMBER },
    (_, at) => 1 + (((newest?.number ?? 0) + at) % LARGEST_NUMBER),
  );
  const number = numbers.find((candidate) => !used.has(candidate));
  if (number === undefined) throw new UserError('All 255 ingress keys are in use: wait until one has ended.');
  // A number gives the same key again with the same master key.
  if (newest && number < newest.number && newest.master === master) {
    throw new UserError(
      `Master key ${master} has given all ${LARGEST_NUMBER} ingress keys. Add one first: npm run keys -- rotate-master.`,
    );
  }
  return number;
}

function withGenerations(secret: MasterSecret, generations: readonly IngressGeneration[]): MasterSecret {
  return { ...secret, [INGRESS_MEMBER]: JSON.stringify(generations) };
}

/** @throws UserError */
function assertRoom(next: MasterSecret, present: MasterSecret, now: Date): void {
  try {
    edgeEntry(acceptedKeys(next, now));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const ends = acceptedKeys(present, now).flatMap(({ until }) => (until === undefined ? [] : [until]));
    const first = new Date(Math.min(...ends) * 1000).toISOString();
    throw new UserError(
      `The edge has no room for another key while ${ends.length + 1} are accepted: the next one ends at ${first}.`,
    );
  }
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
