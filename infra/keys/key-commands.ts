import { OwnerId } from '../../shared/contract/shapes/owner-id.ts';
import { successorOf } from '../../shared/domain/accounts/keys/change-keys.ts';
import { alreadyRotated, type DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey, type KeyOrder, type NewKey, OPERATOR } from '../../shared/domain/accounts/keys/issue-key.ts';
import { isUsable, type KeyRecord, keyView } from '../../shared/domain/accounts/keys/key-record.ts';
import { requireOwner } from '../../shared/domain/accounts/owners/administer.ts';
import { ownerView } from '../../shared/domain/accounts/owners/owner-record.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { openStores, operator, type Stores } from './find-service.ts';
import { keyTable } from './key-table.ts';
import { beginningOf, expiryAfter, limitsOf, scopesOf, secondsIn, type Values } from './options.ts';

/** The key that `create` makes. @throws UserError */
export function orderOf(values: Values, now: Date): KeyOrder {
  return {
    ownerId: ownerOf(values.owner),
    name: values.name ?? null,
    scopes: scopesOf(values),
    limits: limitsOf(values),
    notBefore: beginningOf(values),
    expiresAt: values['expires-in'] === undefined ? null : expiryAfter(values['expires-in'], now),
  };
}

export async function createKey(values: Values): Promise<void> {
  const now = new Date();
  const { text, record } = await addKey(orderOf(values, now), await openStores(values), now);
  tellOfNewKey(text, record, values, now);
}

export async function listKeys(values: Values): Promise<void> {
  const { keys } = await openStores(values);
  const now = new Date();
  const records = await keys.list(values.owner);
  if (values.json) return console.log(JSON.stringify(records.map((record) => shown(record, now))));
  if (records.length === 0) return console.log('There are no keys.');
  console.log(keyTable(records, now));
}

export async function revokeKey(values: Values, named: string | undefined): Promise<void> {
  const { keys, journal } = await openStores(values);
  const record = await keyNamed(named, 'revoke', keys);
  const { key_id: id } = record;
  const now = new Date();
  if (record.revoked_at === null) await keys.revoke(id, now, journal.keyEvent('revoked', record, operator, now));
  console.log(values.json ? JSON.stringify({ id, revoked: true }) : `Key ${id} is revoked.`);
}

export async function rotateKey(values: Values, named: string | undefined): Promise<void> {
  const overlap = values.overlap === '0' ? 0 : secondsIn(values.overlap ?? '1d', '--overlap');
  const now = new Date();
  const end = values['expires-in'] === undefined ? undefined : expiryAfter(values['expires-in'], now);
  const { keys, journal } = await openStores(values);
  const old = await keyNamed(named, 'rotate', keys);
  if (old.revoked_at !== null || old.rotated_to !== undefined) throw alreadyRotated(old.key_id);
  if (end === undefined && old.expires_at !== null && old.expires_at * 1000 <= now.getTime()) {
    throw new UserError(`Key ${old.key_id} has expired. Set the expiry of the new one: --expires-in 90d.`);
  }
  const endsAt = Math.min(Math.floor(now.getTime() / 1000) + overlap, old.expires_at ?? Number.POSITIVE_INFINITY);
  const sameEnd = old.expires_at === null ? null : new Date(old.expires_at * 1000);
  const order = successorOf(old, { expiresAt: end ?? sameEnd, createdBy: OPERATOR }, now);
  const add = (made: KeyRecord) =>
    keys.rotate(old, endsAt, made, [
      ...journal.keyEvent('rotated', { ...old, rotated_to: made.key_id, expires_at: endsAt }, operator, now),
      ...journal.keyEvent('created', made, operator, now),
    ]);
  const { text, record } = await issueKey(order, { add }, now);
  tellOfNewKey(text, record, values, now);
  if (!values.json) console.log(`Key ${old.key_id} works until ${new Date(endsAt * 1000).toISOString()}.`);
}

/** @throws UserError */
export function ownerOf(name: string | undefined): string {
  if (name === undefined) throw new UserError('Name the owner: --owner NAME.');
  const owner = OwnerId.safeParse(name);
  if (!owner.success) throw new UserError(`--owner: ${owner.error.issues[0]?.message}`);
  return owner.data;
}

/** Finds a key by its ID or its whole text. @throws UserError; NotFoundError */
async function keyNamed(named: string | undefined, command: string, keys: DynamoKeyStore): Promise<KeyRecord> {
  if (!named) {
    throw new UserError(`Name the key: npm run keys -- ${command} KEY_ID. \`npm run keys -- list\` shows the IDs.`);
  }
  const id = /^acs_([0-9A-Za-z]{12})_/.exec(named)?.[1] ?? named;
  const record = await keys.find(id);
  if (!record) throw new NotFoundError('API key', id);
  return record;
}

function tellOfNewKey(text: string, record: KeyRecord, { json }: Values, now: Date): void {
  if (json) {
    console.log(JSON.stringify({ ...shown(record, now), api_key: text }));
    return;
  }
  const { expires_at: end } = keyView(record);
  console.log(`${text}\n`);
  console.log(
    `Key ${record.key_id} of owner ${record.owner_id}, ${end === null ? 'without an expiry' : `until ${end}`}. It is shown only once and not stored.`,
  );
}

/** For programs. */
function shown(record: KeyRecord, now: Date) {
  const { org_id: _, ...view } = keyView(record);
  return { ...view, owner: record.owner_id, revoked_at: record.revoked_at, usable: isUsable(record, now) };
}

/** Shows an owner, after changing the given limits. Limits also create an owner. */
export async function showOwner(values: Values, name: string | undefined): Promise<void> {
  const ownerId = ownerOf(name);
  const limits = limitsOf(values);
  const stores = await openStores(values);
  if (Object.keys(limits).length > 0) {
    const now = new Date();
    const entry = stores.journal.entry('owner.updated', ownerId, { owner_id: ownerId }, operator, now);
    await stores.owners.change(ownerId, { limits }, [entry], { by: OPERATOR, now });
  }
  const view = ownerView(await requireOwner(ownerId, stores));
  if (values.json) return console.log(JSON.stringify(view));
  console.log(`Owner ${view.id} has ${view.active_sandboxes} sandboxes that count towards the limit.`);
  console.table({ limits: view.limits });
}

/** Makes a key as the operator, with its audit entry and event. Also creates the owner. */
export function addKey(order: KeyOrder, { keys, owners, journal }: Stores, now: Date): Promise<NewKey> {
  return issueKey(
    order,
    {
      add: (record) =>
        keys.add(record, [
          owners.registered(order.ownerId, OPERATOR, now),
          ...journal.keyEvent('created', record, operator, now),
        ]),
    },
    now,
  );
}
