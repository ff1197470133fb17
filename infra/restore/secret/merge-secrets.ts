import {
  INGRESS_MEMBER,
  type IngressGeneration,
  ingressGenerations,
} from '../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
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
