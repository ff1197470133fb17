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
  /** The number of the key that signs new addresses from `from`. */
  readonly number: number;
  /** Times in ISO 8601. All older keys end at `until`. */
  readonly from: string;
  readonly until: string;
  /** Whether this run continued an unfinished rotation. */
  readonly continued: boolean;
}

/** The parts of a service that a rotation changes. */
export interface IngressParts {
  /** The current value of the master secret, and its version. */
  readSecret(): Promise<{ readonly secret: MasterSecret; readonly version: string | undefined }>;
  /** @throws UserError when the version is no longer the current one */
  replaceSecret(next: MasterSecret, from: string | undefined): Promise<void>;
  /** Installs the keys of the secret at the edge. @returns their numbers @throws UserError */
  install(): Promise<readonly number[]>;
}

/** The sweep issues new addresses of running sandboxes within two minutes, and clients must fetch them. */
const LEAST_OVERLAP_SECONDS = 600;

/**
 * Signs sandbox URLs with a new key, after the edge has received it. An interrupted run changes nothing for clients,
 * and the next run continues it.
 *
 * @throws UserError
 */
export async function rotateIngress(
  target: Target,
  { overlap, addresses }: { readonly overlap?: string | undefined; readonly addresses?: boolean | undefined },
): Promise<IngressRotation> {
  const kinds = addresses ? 'labels and names' : 'labels';
  return rotate(await partsOf(target), overlapOf(overlap), () => new Date(), kinds);
}

/** What a rotation ends. Names last as long as their sandboxes, so only an operator ends them. */
type Kinds = 'labels' | 'labels and names';

/** @throws UserError */
export async function rotate(
  parts: IngressParts,
  overlapSeconds: number,
  now: () => Date,
  kinds: Kinds = 'labels',
): Promise<IngressRotation> {
  // Proves, before any change, that there is an edge and that this operator can install its keys.
  await parts.install();
  const { number, continued } = await prepare(parts, now());
  const installed = await parts.install();
  if (!installed.includes(number)) {
    throw new UserError(`The edge does not have key ${number}. Older keys still sign; run this again.`);
  }
  const { secret: present, version } = await parts.readSecret();
  const { secret, from, until, ...signing } = withSigning(present, { now: now(), overlapSeconds, kinds });
  if (signing.number !== number)
    throw new UserError('Another rotation of the ingress is running. Wait for it, then run this again if needed.');
  if (JSON.stringify(secret) !== JSON.stringify(present)) await parts.replaceSecret(secret, version);
  // Gives the edge the new key and the time at which it drops the older ones.
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
    `--overlap: ${text} is too short for running sandboxes to get new addresses. Write 10m or more, or 0 for a leaked key.`,
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

/** Hides errors of the parser, which would show a part of the secret. @throws UserError */
function parseSecret(text: string | undefined): MasterSecret {
  try {
    return MasterSecret.parse(JSON.parse(text ?? ''));
  } catch {
    throw new UserError('The master secret is damaged. `npm run restore -- secret` restores an earlier version.');
  }
}

const Installed = z.object({ installed: z.array(z.int()) });
const Failed = z.object({ errorMessage: z.string() });

/** @throws UserError */
async function install(lambda: LambdaClient, FunctionName: string): Promise<readonly number[]> {
  const { FunctionError, Payload } = await lambda.send(new InvokeCommand({ FunctionName })).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `The function ${FunctionName}, which installs the edge's keys, could not be invoked: ${reason}`,
    );
  });
  const answer: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
  if (FunctionError === undefined) return Installed.parse(answer).installed;
  const failed = Failed.safeParse(answer);
  throw new UserError(`The edge did not get its keys: ${failed.success ? failed.data.errorMessage : FunctionError}.`);
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Delay between installing a key and signing with it, as changes take seconds to reach all edge locations. */
export const SPREAD_SECONDS = 30;

/** Within this time after a key began to sign, a rotation continues with it instead of making another one. */
const CONTINUED_SECONDS = 60;

const LARGEST_NUMBER = 255;

interface Step {
  readonly secret: MasterSecret;
  /** The generation that signs next or has just begun to sign. */
  readonly number: number;
  /** Whether an earlier run made it. */
  readonly continued: boolean;
}

/**
 * Adds a generation to install before it signs. Reuses that of an unfinished run, unless the master key has changed.
 *
 * @throws UserError when no number is free, or the edge has no room for another key
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

/** Lets the newest generation sign soon, and ends all others after the overlap: for labels, or for names too. */
export function withSigning(
  secret: MasterSecret,
  {
    now,
    overlapSeconds,
    kinds = 'labels',
  }: { readonly now: Date; readonly overlapSeconds: number; readonly kinds?: Kinds },
): Omit<Step, 'continued'> & Required<Pick<IngressGeneration, 'from' | 'until'>> {
  const generations = ingressGenerations(secret);
  const newest = generations.at(-1);
  if (!newest) throw new Error('The master secret has no ingress key.');
  const from = newest.from ?? secondsOf(now) + SPREAD_SECONDS;
  const until = from + overlapSeconds;
  const older = generations
    .slice(0, -1)
    .map((generation) => ({ ...generation, until: Math.min(generation.until ?? until, until) }))
    .map((generation) => (kinds === 'labels' ? generation : withoutNames(generation, until)))
    .filter((generation, at, all) => generation.until > secondsOf(now) || hasNames(generation, at, all, now));
  return { secret: withGenerations(secret, [...older, { ...newest, from }]), number: newest.number, from, until };
}

function withoutNames(generation: IngressGeneration & { until: number }, until: number) {
  return { ...generation, names_until: Math.min(generation.names_until ?? until, until) };
}

/** Whether the edge accepts names of a generation: of the oldest that has no end for them, and of those before it. */
function hasNames({ names_until: end }: IngressGeneration, at: number, all: IngressGeneration[], now: Date): boolean {
  if (end !== undefined) return end > secondsOf(now);
  return all.findIndex(({ names_until: other }) => other === undefined) === at;
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
  if (number === undefined) throw new UserError('All 255 ingress keys are in use. Wait until one has ended.');
  // With the same master key, a number derives the same key again.
  if (newest && number < newest.number && newest.master === master) {
    throw new UserError(
      `Master key ${master} has no ingress keys left. Add a master key first: npm run keys -- rotate-master.`,
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
      `The edge has no room for another key while ${ends.length + 1} are accepted. The next one ends at ${first}.`,
    );
  }
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
