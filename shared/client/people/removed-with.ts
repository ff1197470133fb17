interface Removal {
  readonly keys: 'keep' | 'revoke';
  readonly session_keys: 'keep' | 'rotate';
}

interface Removed {
  readonly keys: { readonly complete: boolean } | null;
  readonly session_keys: { readonly rotated: number; readonly complete: boolean } | null;
}

/** Requests in a row that bring nothing further. The first can have had no time for session keys. */
const IDLE = 2;

/**
 * Sends the request that removes a member until it has nothing left to do: people with many keys, and owners with many
 * sandboxes, need several.
 *
 * @returns false if some session keys could not be rotated
 */
export async function removedWith(send: (removal: Removal) => Promise<Removed>, removal: Removal): Promise<boolean> {
  for (let idle = 0; idle < IDLE; ) {
    const { keys, session_keys: rotated } = await send(removal);
    if (keys?.complete !== false && rotated?.complete !== false) return true;
    idle = keys?.complete === false || rotated?.rotated ? 0 : idle + 1;
  }
  return false;
}
