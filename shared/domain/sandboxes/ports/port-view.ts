import type * as z from 'zod';
import type { Caller } from '../../../contract/endpoint/caller.ts';
import type { SandboxPort } from '../../../contract/shapes/sandbox-port.ts';
import type { OpenedPort } from '../record/opened-port.ts';
import { seesKeys } from '../view/shown-keys.ts';

/** An opened port as a caller sees it. Its URL can be all that protects it, so it is shown like a session key. */
export function portView(port: OpenedPort, url: string | undefined, caller: Caller): z.input<typeof SandboxPort> {
  const { slot, opened_at, opened_by, expires_at, name, access, wake } = port;
  const shown = access === 'public' || seesKeys(caller);
  return {
    id: String(slot),
    port: port.port,
    name,
    access,
    wake,
    url: shown ? (url ?? null) : null,
    expires_at,
    opened_at,
    opened_by,
    warning: warningOf(port),
  };
}

function warningOf({ port, access }: OpenedPort): string | null {
  if (access === 'key') return null;
  const who = access === 'public' ? 'Anyone' : 'Anyone who has this URL';
  return `${who} can use the app on port ${port} without a key. Close the port when you no longer need it.`;
}
