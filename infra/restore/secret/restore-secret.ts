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
import { findForRestore, type Values } from '../service.ts';

interface Version {
  readonly id: string | undefined;
  /** Undefined if the value is not a master secret. */
  readonly secret: MasterSecret | undefined;
}

/** Restores the keys of an earlier version of the master secret. @throws UserError */
export async function restoreSecret(values: Values): Promise<void> {
  const { client, outputs } = await findForRestore(values, 'MasterSecretArn');
  const secrets = new SecretsManagerClient(client);
  const SecretId = outputs.MasterSecretArn;
  const present = await versionOf(secrets, { SecretId });
  const wanted = values.version === undefined ? { VersionStage: 'AWSPREVIOUS' } : { VersionId: values.version };
  const earlier = await versionOf(secrets, { SecretId, ...wanted });
  if (!earlier.secret) throw new UserError(`Version ${earlier.id} of the master secret has no keys. Name another one.`);
  const merge = mergeSecrets(present.secret, earlier.secret);
  const isChange = JSON.stringify(merge.next) !== JSON.stringify(present.secret);
  if (isChange && values.apply) await replaceSecret(secrets, { SecretId, from: present.id, next: merge.next });
  tell(merge, isChange, earlier.id, values);
}

/** Hides errors of the parser, which would show the value. */
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
      'Secrets Manager has no such version of the master secret. `aws secretsmanager list-secret-version-ids --include-deprecated` lists the versions for --version.',
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
  const would = apply ? '' : 'would ';
  const s = apply ? 's' : '';
  if (restored.length > 0) console.log(`Keys ${restored.join(', ')} ${apply ? 'are' : 'would be'} restored.`);
  for (const { id, kept_as: keptAs } of displaced) {
    console.log(`Key ${id} ${would}get${s} its earlier value. Its later value ${would}get${s} the ID ${keptAs}.`);
  }
  console.log(`The secret ${apply ? 'has' : 'would have'} the keys ${ids.join(', ')}; ${next.current} is current.`);
  if (!apply) console.log('Repeat the command with --apply.');
  else if (displaced.length > 0) {
    console.log('Functions cache keys. Deploy again, so that none uses the other value of the same ID.');
  }
}

interface Merge {
  readonly next: MasterSecret;
  /** The IDs of restored keys. */
  readonly restored: readonly string[];
  /** IDs with two values: they get the earlier one again, and the later one gets another ID. */
  readonly displaced: readonly { readonly id: string; readonly kept_as: string }[];
}

/**
 * Adds the keys of an earlier version to the current one, and keeps all keys. For an ID with two values, the earlier
 * one wins, because it encrypts existing workspaces. The current ingress keys stay, as the edge has them.
 *
 * @param present undefined if the current value is not a master secret
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
  // Without its current key, a secret cannot start sandboxes.
  const isUsable = next.current !== 'current' && next[next.current] !== undefined;
  return { next: isUsable ? next : { ...next, current: earlier.current }, restored, displaced };
}

/** The ingress keys, which follow their master keys to new IDs. @returns undefined for a damaged list */
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
