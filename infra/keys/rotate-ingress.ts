import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { MasterSecret } from '../../shared/platform/aws/master-keys.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { secondsIn } from './duration.ts';
import { findService, type Target } from './find-service.ts';
import { withPrepared, withSigning } from './ingress-generations.ts';
import { replaceSecret } from './replace-secret.ts';

export interface IngressRotation {
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
 * Signs the addresses of sandboxes with a new key, which the edge knows before the first of them is made. A run that
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
