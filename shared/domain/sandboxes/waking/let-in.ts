import { FIRST_OPENED_SLOT, type Name } from '../ingress/name.ts';
import {
  admittedPort,
  COOKIE_SECONDS,
  isAdmission,
  OPEN_PATH,
  PORT_COOKIE,
  writeAdmission,
} from '../ports/admission.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { type Addressed, type AddressedPort, type FindDeps, findAddressed } from './addressed.ts';
import { HOW_TO_OPEN, type Reply, refused } from './reply.ts';

/** A verified name, with the key that signed it. */
export interface SignedName {
  readonly name: Name;
  readonly nameKey: string;
}

/** Whether a path and query is a link that lets a browser in to an opened port. */
export function isLink({ slot }: Name, uri: string | undefined): uri is string {
  return slot >= FIRST_OPENED_SLOT && uri !== undefined && uri.split('?')[0] === OPEN_PATH;
}

/** Lets a browser in by the page of a link. */
export async function letIn(signed: SignedName, uri: string, deps: FindDeps): Promise<Reply> {
  const { name, nameKey } = signed;
  const { sandbox, port } = (await findAddressed(name, deps)) ?? {};
  if (!sandbox || !port) return refused('gone', 'This port was closed, or its sandbox was deleted.');
  const query = new URLSearchParams(uri.slice(OPEN_PATH.length));
  const [token, path] = [query.get('token') ?? '', query.get('path') ?? ''];
  const now = deps.now();
  if (!isAdmission(token, admittedPort(sandbox, name.slot), now, nameKey, path))
    return refused(
      'sandbox_key_needed',
      `This link is not valid or has expired: links work for a minute. ${HOW_TO_OPEN}`,
    );
  return admit(signed, { sandbox, port }, path, now);
}

/** Shows a page to a browser that has proved that it may, with the cookie that the edge asks for. */
export function admit({ name, nameKey }: SignedName, { sandbox, port }: Open, location: string, now: Date): Reply {
  const admitted = admittedPort(sandbox, name.slot);
  // A hash is missing until the agent has its keys, so that nothing can be signed with an empty one.
  if (!port.needsKey || admitted.keyHash === '') return { kind: 'let-in', location };
  const value = writeAdmission(admitted, Math.floor(now.getTime() / 1000) + COOKIE_SECONDS, nameKey);
  return { kind: 'let-in', location, cookie: { name: PORT_COOKIE, value, seconds: COOKIE_SECONDS } };
}

type Open = Pick<Addressed, 'sandbox'> & { readonly port: AddressedPort };

/** Whether a request has the cookie of this port. Pages of other origins cannot use it. */
export function isLetIn(
  { name, nameKey }: SignedName,
  sandbox: Sandbox,
  { cookie, isOfOtherOrigin }: { readonly cookie: string | undefined; readonly isOfOtherOrigin: boolean },
  now: Date,
): boolean {
  if (cookie === undefined || isOfOtherOrigin || sandbox.edge_key_hash === null) return false;
  return isAdmission(cookie, admittedPort(sandbox, name.slot), now, nameKey);
}
