import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import {
  INGRESS_MEMBER,
  type IngressGeneration,
  ingressGenerations,
} from '../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import { MasterSecret } from '../../../shared/platform/aws/master-keys.ts';
import { nextKeyId, replaceSecret } from '../../keys/rotate-master.ts';
import { UserError } from '../../local/terminal/user-error.ts';
import type { Values } from '../options.ts';
import { findForRestore } from '../service.ts';

interface Version {
  readonly id: string | undefined;
  /** Undefined when it is no master secret. */
  readonly secret: MasterSecret | undefined;
}

/** Brings the keys of an earlier version of the master secret back. @throws UserError */
export async function restoreSecret(values: Values): Promise<void> {
  const { client, outputs } = await findForRestore(values, 'MasterSecretArn');
  const secrets = new SecretsManagerClient(client);
  const SecretId = outputs.MasterSecretArn;
  const present = await versionOf(secrets, { SecretId });
  const wanted = values.version === undefined ? { VersionStage: 'AWSPREVIOUS' } : { VersionId: values.version };
  const earlier = await versionOf(secrets, { SecretId, ...wanted });
  if (!earlier.secret) throw new UserError(`Version ${earlier.id} of the master secret holds no keys: name another.`);
  const merge = mergeSecrets(present.secret, earlier.secret);
  const isChange = JSON.stringify(merge.next) !== JSON.stringify(present.secret);
  if (isChange && values.apply) await replaceSecret(secrets, { SecretId, from: present.id, next: merge.next });
  tell(merge, isChange, earlier.id, values);
}

/** Never shows a value: an error of the parser would. */
async function versionOf(
  secrets: SecretsManagerClient,
  input: ConstructorParameters<typeof GetSecretValueCommand>[0],
): Promise<Version> {
  try {
    const { SecretString = '', VersionId } = await secrets.send(new GetSecretValueCommand(input));
    return { id: VersionId, secret: parsed(SecretString) };
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    throw new UserError(
      'Secrets Manager has no such version of the master secret: `aws secretsmanager list-secret-version-ids --include-deprecated` shows those that there are, for --version.',
    );
  }
}

function parsed(text: string): MasterSecret | undefined {
  try {
    const secret = MasterSecret.safeParse(JSON.parse(text));
    const isWhole = secret.success && secret.data[secret.data.current] !== undefined;
    return isWhole || (secret.success && Object.keys(secret.data).length > 1) ? secret.data : undefined;
  } catch {
    return undefined;
  }
}

function tell(
  { next, restored, displaced }: Merge,
  isChange: boolean,
  version: string | undefined,
  values: Values,
): void {
  const { apply, json } = values;
  const ids = Object.keys(next).filter((id) => id !== 'current' && id !== INGRESS_MEMBER);
  if (json) {
    const report = { version, applied: isChange && apply, restored, displaced, current: next.current, keys: ids };
    console.log(JSON.stringify(report));
    return;
  }
  if (!isChange) {
    console.log(`The master secret has all keys of version ${version} already.`);
    return;
  }
  const would = apply ? 'have' : 'would have';
  if (restored.length > 0) console.log(`Keys ${restored.join(', ')} ${would} come back.`);
  for (const { id, kept_as: keptAs } of displaced) {
    console.log(`Key ${id} ${would} its earlier value again, and the later one the id ${keptAs}.`);
  }
  console.log(`The secret ${apply ? 'has' : 'would have'} the keys ${ids.join(', ')}; ${next.current} is current.`);
  if (!apply) console.log('Repeat the command with --apply.');
  else if (displaced.length > 0) {
    console.log('Functions remember a key: deploy again, so that none goes on with the other value of the same id.');
  }
}

interface Merge {
  readonly next: MasterSecret;
  /** The ids of keys that come back. */
  readonly restored: readonly string[];
  /** Ids that have two values: the earlier one is theirs again, and the later one is kept under another id. */
  readonly displaced: readonly { readonly id: string; readonly kept_as: string }[];
}

/**
 * Brings the keys of an earlier version back into the current one; no key of either is lost. Where an id has two
 * values, the earlier one wins: the workspaces that exist are sealed with it. Addresses of sandboxes go on with the
 * ingress keys of the current value: they are short-lived, and the edge has them.
 *
 * @param present undefined when the current value is no master secret.
 */
export function mergeSecrets(present: MasterSecret | undefined, earlier: MasterSecret): Merge {
  const { current: _current, [INGRESS_MEMBER]: earlierIngress, ...keys } = earlier;
  const { [INGRESS_MEMBER]: _ingress, ...there } = present ?? { current: earlier.current };
  let next: MasterSecret = there;
  const restored: string[] = [];
  const displaced: { id: string; kept_as: string }[] = [];
  for (const [id, value] of Object.entries(keys)) {
    const later = next[id];
    if (later === value) continue;
    if (later === undefined) restored.push(id);
    else {
      const keptAs = nextKeyId({ ...earlier, ...next });
      next = { ...next, [keptAs]: later };
      displaced.push({ id, kept_as: keptAs });
    }
    next = { ...next, [id]: value };
  }
  const ingress = (present && ingressAfter(present, displaced)) ?? { [INGRESS_MEMBER]: earlierIngress };
  if (ingress[INGRESS_MEMBER] !== undefined) next = { ...next, [INGRESS_MEMBER]: ingress[INGRESS_MEMBER] };
  // A secret whose current key is in neither version cannot start a sandbox.
  const isUsable = next.current !== 'current' && next[next.current] !== undefined;
  return { next: isUsable ? next : { ...next, current: earlier.current }, restored, displaced };
}

/** The generations of the ingress key, each of the master key that it was of. @returns undefined for a damaged list */
function ingressAfter(
  present: MasterSecret,
  displaced: Merge['displaced'],
): { readonly [INGRESS_MEMBER]: string | undefined } | undefined {
  const generations = listOrNothing(present);
  const moved = generations?.map((generation) => {
    const found = displaced.find(({ id }) => id === generation.master);
    return found ? { ...generation, master: found.kept_as } : generation;
  });
  if (!moved) return undefined;
  const isMoved = moved.some(({ master }, at) => master !== generations?.[at]?.master);
  return { [INGRESS_MEMBER]: isMoved ? JSON.stringify(moved) : present[INGRESS_MEMBER] };
}

function listOrNothing(secret: MasterSecret): readonly IngressGeneration[] | undefined {
  try {
    return ingressGenerations(secret);
  } catch {
    return undefined;
  }
}
