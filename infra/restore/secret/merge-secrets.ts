import type { MasterSecret } from '../../../shared/platform/aws/master-keys.ts';
import { nextKeyId } from '../../keys/rotate-master.ts';

export interface Merge {
  readonly next: MasterSecret;
  /** The ids of keys that come back. */
  readonly restored: readonly string[];
  /** Ids that have two values: the earlier one is theirs again, and the later one is kept under another id. */
  readonly displaced: readonly { readonly id: string; readonly kept_as: string }[];
}

/**
 * Brings the keys of an earlier version back into the current one; no key of either is lost. Where an id has two
 * values, the earlier one wins: the workspaces that exist are sealed with it.
 *
 * @param present undefined when the current value is no master secret.
 */
export function mergeSecrets(present: MasterSecret | undefined, earlier: MasterSecret): Merge {
  const { current: _current, ...keys } = earlier;
  let next: MasterSecret = { ...(present ?? { current: earlier.current }) };
  const restored: string[] = [];
  const displaced: { id: string; kept_as: string }[] = [];
  for (const [id, value] of Object.entries(keys)) {
    const there = next[id];
    if (there === value) continue;
    if (there === undefined) restored.push(id);
    else {
      const keptAs = nextKeyId({ ...earlier, ...next });
      next = { ...next, [keptAs]: there };
      displaced.push({ id, kept_as: keptAs });
    }
    next = { ...next, [id]: value };
  }
  // A secret whose current key is in neither version cannot start a sandbox.
  const isUsable = next.current !== 'current' && next[next.current] !== undefined;
  return { next: isUsable ? next : { ...next, current: earlier.current }, restored, displaced };
}
