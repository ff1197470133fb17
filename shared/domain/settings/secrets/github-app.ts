import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { GitHubAppOrder } from '../../../contract/shapes/github-app.ts';
import { type AppError, badField } from '../../../platform/errors.ts';
import type { Sealed, Vault } from '../../../platform/vault.ts';
import { originOf, otherOrigin } from './origins.ts';
import { APP_PURPOSE, type GitHubApp } from './secret-store.ts';

/** RFC 7518 requires this for RS256. GitHub makes keys of this length. */
const LEAST_BITS = 2_048;

const FIELD = ['github_app', 'private_key'] as const;

/**
 * Seals the key of an App, in PKCS #8 whatever form was sent.
 *
 * @returns undefined if the stored key stays
 * @throws AppError `validation_failed`, which never contains the key
 */
export async function sealAppKey(
  ownerId: string,
  order: GitHubAppOrder | null | undefined,
  vault: Pick<Vault, 'seal'>,
): Promise<Sealed | undefined> {
  const sent = order?.private_key?.trim();
  if (!sent) return undefined;
  const key = keyIn(sent).export({ type: 'pkcs8', format: 'pem' });
  return vault.seal(ownerId, APP_PURPOSE, key.toString());
}

/** The next version of an owner's App. @throws AppError `validation_failed` without a key for it */
export function nextApp(
  ownerId: string,
  order: GitHubAppOrder,
  sealed: Sealed | undefined,
  before: GitHubApp | undefined,
  at: string,
): GitHubApp {
  const host = order.host || null;
  const key = sealed ?? before?.sealed;
  if (!key) throw wrongKey('Send the private key of the App.');
  // A stored key signs only for the host that it was given for.
  if (!sealed && before && serverOf(host) !== serverOf(before.host)) throw otherOrigin(FIELD);
  const base = before ?? { owner_id: ownerId, version: 0, created_at: at };
  const { app_id, installation_id = null } = order;
  return { ...base, app_id, installation_id, host, sealed: key, version: base.version + 1, updated_at: at };
}

function serverOf(host: string | null): string {
  return originOf(`https://${host ?? 'github.com'}`);
}

function keyIn(text: string): KeyObject {
  // Environment variables and JSON in a shell often keep line breaks as two characters.
  const pem = text.replaceAll('\\n', '\n');
  if (/ENCRYPTED/.test(pem)) throw wrongKey('This key is protected by a passphrase. Send the file as GitHub gave it.');
  if (/PUBLIC KEY/.test(pem)) throw wrongKey('This is a public key. Send the private key.');
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    throw wrongKey('Must be a private key in PEM format. Send the whole file, with its first and last line.');
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType === 'rsa' && bits >= LEAST_BITS) return key;
  throw wrongKey('Must be an RSA key of at least 2,048 bits, as GitHub makes them for Apps.');
}

function wrongKey(msg: string): AppError {
  return badField(FIELD, msg);
}
