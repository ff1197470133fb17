import { LABEL_LENGTH } from '../../../shared/domain/sandboxes/ingress/label.ts';

/** How the address of an agent is made: a label before the domain of sandboxes or in the path, or the task's own. */
export type AddressForm = 'host' | 'path' | 'direct';

const LABEL = new RegExp(`^(https?://)([a-z2-7]{${LABEL_LENGTH}}(?=\\.)|[^/]+/[a-z2-7]{${LABEL_LENGTH}}(?=/|$))`);

export function formOf(url: string): AddressForm {
  const place = LABEL.exec(url)?.[2];
  if (place === undefined) return 'direct';
  return place.includes('/') ? 'path' : 'host';
}

/** The same address with another last character in its label: this deployment never signed it. */
export function forged(url: string): string {
  return url.replace(LABEL, (signed) => signed.slice(0, -1) + (signed.endsWith('a') ? 'b' : 'a'));
}
