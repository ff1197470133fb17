import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { INGRESS_MEMBER } from '../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import { MasterSecret } from '../../../shared/platform/aws/master-keys.ts';
import { replaceSecret } from '../../keys/replace-secret.ts';
import { UserError } from '../../local/terminal/user-error.ts';
import type { Values } from '../options.ts';
import { findForRestore } from '../service.ts';
import { type Merge, mergeSecrets } from './merge-secrets.ts';

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
