import type { JsonObject } from '../base/json.ts';
import type { Cipher } from './cipher.ts';
import { maskedSecrets, withoutSecrets } from './masking.ts';

/** The agent and the secrets of a conversation with nothing masked. */
export interface PrivatePart {
  readonly agent: JsonObject;
  readonly secrets: JsonObject;
}

/** The same as it lies on disk: masked where it is shown, sealed where it is kept. */
export interface StoredPrivatePart extends PrivatePart {
  /** Null when there was nothing to hide or no key to hide it with. */
  readonly sealed: string | null;
}

export function sealPrivatePart(
  open: PrivatePart,
  cipher: Cipher | undefined,
  conversationId: string,
): StoredPrivatePart {
  const shown = { agent: withoutSecrets(open.agent), secrets: maskedSecrets(open.secrets) };
  const text = JSON.stringify({ agent: open.agent, secrets: open.secrets });
  const hasSecrets = text !== JSON.stringify(shown);
  return { ...shown, sealed: hasSecrets && cipher ? cipher.seal(text, conversationId) : null };
}

/** @returns undefined when it was sealed with another key */
export function openPrivatePart(
  { agent, secrets, sealed }: StoredPrivatePart,
  cipher: Cipher | undefined,
  conversationId: string,
): PrivatePart | undefined {
  if (sealed === null) return { agent, secrets };
  const text = cipher?.open(sealed, conversationId);
  // The seal proves that this server wrote it.
  return text === undefined ? undefined : (JSON.parse(text) as PrivatePart);
}
