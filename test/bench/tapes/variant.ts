import { createHash } from 'node:crypto';
import { endpoints } from '../../../shared/contract/index.ts';
import type { Tape } from '../../../shared/platform/init/tape.ts';

const ID = /\b(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g;

/** Digits of an id that differ: the others say when it was made. */
const CHANGED = 8;

const ofSandboxes = new Set<string>(endpoints.filter(({ access }) => access === 'sandbox').map(({ id }) => id));

/**
 * A tape of the same request with other ids, in all its parts alike, so that no memory of what INIT played or of an
 * earlier call helps. What is derived from a name keeps it: the owner, where a secret is opened, an agent shows its key or
 * an organization is named, and with the latter two the sandbox and the organization.
 */
export function variantOf(functionId: string, tape: Tape, number: number): Tape {
  const isOfSandbox = ofSandboxes.has(functionId);
  const text = JSON.stringify(tape);
  const organization = /"org_id":"([0-9a-f-]{36})"/.exec(text)?.[1];
  const isSealed = isOfSandbox || organization !== undefined || text.includes('TrentService.');
  const kept = isOfSandbox ? sandboxIn(text) : organization;
  const renamed = text.replaceAll(ID, (id) => (id === kept ? id : otherId(id, number)));
  const owner = isSealed ? undefined : ownerIn(text);
  return JSON.parse(owner === undefined ? renamed : renamed.replaceAll(owner, `${owner.slice(0, -2)}${twoOf(number)}`));
}

function otherId(id: string, number: number): string {
  const digits = createHash('sha256').update(`${id}/${number}`).digest('hex');
  return `${id.slice(0, -CHANGED)}${digits.slice(0, CHANGED)}`;
}

const ownerIn = (text: string) => /\be2e-[0-9a-f]{10}\b/.exec(text)?.[0];

const sandboxIn = (text: string) => /\\"sandbox_id\\":\{\\"S\\":\\"([0-9a-f]{32})/.exec(text)?.[1];

const twoOf = (number: number) => String(number % 100).padStart(2, '0');
