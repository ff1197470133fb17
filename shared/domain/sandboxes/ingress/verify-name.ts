import type { AcceptedKey } from './ingress-keys.ts';
import { type Name, readName } from './name.ts';
import { isSignedWith } from './signed-text.ts';

/** The name that one of these keys has signed. @returns undefined for any other text */
export function verifiedName(text: string, keys: readonly AcceptedKey[]): Name | undefined {
  const name = readName(text);
  const key = keys.find(({ number }) => number === name?.keyNumber);
  return name && key && isSignedWith(text, key.key) ? name : undefined;
}
