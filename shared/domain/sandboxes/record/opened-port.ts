import * as z from 'zod';
import { PortAccess, WakePolicy } from '../../../contract/shapes/enums.ts';
import { Moment } from '../../../contract/shapes/moments.ts';

/** A port of a sandbox that a client opened, with an address of its own. */
export const OpenedPort = z.object({
  /** Its place in the name of its address. No slot is used twice. */
  slot: z.int(),
  port: z.int(),
  name: z.string().nullable(),
  access: PortAccess,
  wake: WakePolicy,
  /** When it closes by itself. */
  expires_at: Moment.nullable(),
  opened_at: Moment,
  /** The id of the API key that opened it. */
  opened_by: z.string().nullable(),
});
export type OpenedPort = z.infer<typeof OpenedPort>;

/** The ports that have not expired. */
export function openPorts(
  { opened_ports: ports }: { readonly opened_ports: readonly OpenedPort[] },
  now: Date,
): readonly OpenedPort[] {
  return ports.filter(({ expires_at: end }) => end === null || Date.parse(end) > now.getTime());
}
