import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import {
  acceptedKeys,
  INGRESS_MEMBER,
  type IngressGeneration,
  ingressGenerations,
} from '../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import { edgeEntry } from '../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';
import { MasterSecret } from '../../shared/platform/aws/master-keys.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { findService, type Target } from './find-service.ts';
import { secondsIn } from './options.ts';
import { replaceSecret } from './rotate-master.ts';

interface IngressRotation {
  /** The number of the key that signs new addresses from `from` on. */
  readonly number: number;
  /** Times in ISO 8601. All older keys end at `until`. */
  readonly from: string;
  readonly until: string;
  /** Whether this run went on with what an earlier one had begun. */
  readonly continued: boolean;
}

/** The parts of a service that a rotation changes. */
export interface IngressParts {
  /** The current value of the master secret, and its version. */
  readSecret(): Promise<{ readonly secret: MasterSecret; readonly version: string | undefined }>;
  /** @throws UserError when the version is no longer the current one */
  replaceSecret(next: MasterSecret, from: string | undefined): Promise<void>;
  /** Gives the edge the keys of the secret. @returns their numbers @throws UserError */
  install(): Promise<readonly number[]>;
}

/** The sweep gives running sandboxes their new addresses within a minute or two, and clients have to ask for them. */
const LEAST_OVERLAP_SECONDS = 600;

/**
 * Signs sandbox URLs with a new key, after the edge has received it. A run that
 * ends in between changes nothing for clients, and the next one goes on.
 *
 * @throws UserError
 */
export async function rotateIngress(target: Target, overlap: string | undefined): Promise<IngressRotation> {
  return rotate(await partsOf(target), overlapOf(overlap), () => new Date());
}

/** @throws UserError */
export async function rotate(parts: IngressParts, overlapSeconds: number, now: () => Date): Promise<IngressRotation> {
  // It also shows, before anything has changed, that there is an edge and that this operator may give it keys.
  await parts.install();
  const { number, continued } = await prepare(parts, now());
  const installed = await parts.install();
  if (!installed.includes(number)) {
    throw new UserError(`The edge has not taken key ${number}. Older keys go on signing; run it again.`);
  }
  const { secret: present, version } = await parts.readSecret();
  const { secret, from, until, ...signing } = withSigning(present, { now: now(), overlapSeconds });
  if (signing.number !== number) throw new UserError('Another rotation of the ingress runs. Run it again if need be.');
  if (JSON.stringify(secret) !== JSON.stringify(present)) await parts.replaceSecret(secret, version);
  // From now on the edge also knows when the older keys end.
  await parts.install();
  return { number, from: timeOf(from), until: timeOf(until), continued };
}

async function prepare(parts: IngressParts, now: Date): Promise<{ number: number; continued: boolean }> {
  const { secret, version } = await parts.readSecret();
  const prepared = withPrepared(secret, now);
  if (!prepared.continued) await parts.replaceSecret(prepared.secret, version);
  return prepared;
}

/** In seconds. @throws UserError */
export function overlapOf(text: string | undefined): number {
  if (text === '0') return 0;
  const seconds = secondsIn(text ?? '1d', '--overlap');
  if (seconds >= LEAST_OVERLAP_SECONDS) return seconds;
  throw new UserError(
    `--overlap: ${text} is too short for running sandboxes to get new addresses; write 10m or more, or 0 for a key that leaked.`,
  );
}

async function partsOf(target: Target): Promise<IngressParts> {
  const { client, deployment, outputs } = await findService(target, 'MasterSecretArn');
  const SecretId = outputs.MasterSecretArn;
  const secrets = new SecretsManagerClient(client);
  const lambda = new LambdaClient(client);
  return {
    async readSecret() {
      const { SecretString, VersionId } = await secrets.send(new GetSecretValueCommand({ SecretId }));
      return { secret: parseSecret(SecretString), version: VersionId };
    },
    replaceSecret: (next, from) => replaceSecret(secrets, { SecretId, from, next }),
    install: () => install(lambda, `${deployment}-install-ingress-keys`),
  };
}

/** A parser's error would show a part of the secret. @throws UserError */
function parseSecret(text: string | undefined): MasterSecret {
  try {
    return MasterSecret.parse(JSON.parse(text ?? ''));
  } catch {
    throw new UserError('The master secret is damaged: `npm run restore -- secret` brings an earlier version back.');
  }
}

const Installed = z.object({ installed: z.array(z.int()) });
const Failed = z.object({ errorMessage: z.string() });

/** @throws UserError */
async function install(lambda: LambdaClient, FunctionName: string): Promise<readonly number[]> {
  const { FunctionError, Payload } = await lambda.send(new InvokeCommand({ FunctionName })).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`The function ${FunctionName}, which gives the edge its keys, could not be called: ${reason}`);
  });
  const answer: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
  if (FunctionError === undefined) return Installed.parse(answer).installed;
  const failed = Failed.safeParse(answer);
  throw new UserError(`The edge did not get its keys: ${failed.success ? failed.data.errorMessage : FunctionError}.`);
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** A new key signs so many seconds after the edge has it: changes of the store reach all edges within seconds. */
export const SPREAD_SECONDS = 30;

/** So many seconds after a key began to sign, a rotation goes on with it instead of making another one. */
const CONTINUED_SECONDS = 60;

const LARGEST_NUMBER = 255;

interface Step {
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
