import * as z from 'zod';
import { PortName, WakePolicy } from '../../../contract/shapes/enums.ts';
import { Moment } from '../../../contract/shapes/moments.ts';
import { OpenedPort } from './opened-port.ts';

const Exposed = z.object({ name: PortName, port: z.int() });
const ExposedUrl = z.object({ name: PortName, port: z.int(), url: z.string() });
export type ExposedUrl = z.infer<typeof ExposedUrl>;

/** The fields of a sandbox's row about its addresses. */
export const addressFields = {
  /** The ports of its spec. */
  ports: z.array(Exposed),
  /** The random part of its lasting addresses, made at its creation. */
  address_id: z.string(),
  /** The URLs for people and clients, which last as long as the sandbox. */
  exposed_urls: z.array(ExposedUrl).nullable(),
  /** The URL by which this service calls the agent of this generation. */
  agent_url: z.string().nullable(),
  /** The address of the task that the edge's entry names, once this generation has claimed it. */
  public_address: z.string().nullable(),
  /** The ports that clients opened, some of which can have expired, and the slot of the next one. */
  opened_ports: z.array(OpenedPort),
  next_slot: z.int(),
};

/** About its keys, which derive from the master key and are never stored. */
export const keyFields = {
  /** The master key that its keys derive from, fixed by its first start. */
  key_id: z.string().nullable(),
  /** Rises when its session key is replaced. The key outlasts pauses. */
  session_revision: z.int().positive(),
  /** Whether the next generation gets another session key. The agent of this one keeps the old key. */
  session_rotates: z.boolean(),
  /** When a replacement of its session key was last requested. */
  session_rotated_at: Moment.nullable(),
  /** The SHA-256 of its session key, written before an agent gets the key. */
  session_key_hash: z.string().nullable(),
  /** Another hash of its session key, by which the edge checks it at opened ports. */
  edge_key_hash: z.string().nullable(),
  /** The SHA-256 of this generation's delivery key, which only its agent gets. */
  delivery_key_hash: z.string().nullable(),
};

/** About requests at its lasting addresses that resume it. */
export const wakeFields = {
  /** Which requests at its lasting addresses may resume it, by the name of the port; absent ports have the default. */
  wake: z.record(z.string(), WakePolicy),
  /** When a request through the API last used it, which bounds how long traffic at its addresses keeps it. */
  last_used_at: Moment.nullable(),
  /** When a request at one of its addresses last resumed it. */
  woken_at: Moment.nullable(),
  /** How often requests resumed it on that day (UTC), with its session key and without a key. */
  wakes: z.object({ day: z.string(), with_key: z.int(), without_key: z.int() }).nullable(),
};
