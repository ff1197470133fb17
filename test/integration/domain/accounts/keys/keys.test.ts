import { describe, expect, it } from 'vitest';
import { DynamoKeyStore } from '../../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey } from '../../../../../shared/domain/accounts/keys/issue-key.ts';
import { authenticate } from '../../../../support/accounts/keys/authenticate.ts';
import { anOwner, failuresOf } from '../../../../support/http/walk.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const keys = new DynamoKeyStore(tables.documents, tables);

const now = new Date('2026-11-21T12:00:00.000Z');
const later = new Date('2026-11-21T13:00:00.000Z');
const issue = (ownerId: string, expiresAt: Date | null = null, at = now) =>
  issueKey({ ownerId, name: 'laptop', expiresAt }, keys, at);
const works = async (text: string, at: Date) =>
  (await authenticate({ 'X-Session-API-Key': text }, keys, () => at)) !== undefined;

describe('API keys in DynamoDB', () => {
  it('are found by their id as they were issued', async () => {
    const { record } = await issue(anOwner(), later);

    expect(await keys.find(record.key_id)).toEqual(record);
    expect(record.expires_at).toBe(later.getTime() / 1000);
    expect(await keys.find('nothing00000')).toBeUndefined();
  });

  it('are found when they have no expiry', async () => {
    const { record } = await issue(anOwner());

    expect(await keys.find(record.key_id)).toEqual({ ...record, expires_at: null });
  });

  it('never have the same id twice', async () => {
    const { record } = await issue(anOwner());

    const outcomes = await Promise.allSettled([keys.add({ ...record, owner_id: 'mallory' })]);

    expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
    expect(await keys.find(record.key_id)).toEqual(record);
  });

  it('are refused immediately after revocation, and keep the time of the first one', async () => {
    const { text, record } = await issue(anOwner());
    expect(await works(text, now)).toBe(true);

    await keys.revoke(record.key_id, now);
    await expect(keys.revoke(record.key_id, later)).rejects.toMatchObject({ code: 'not_found' });

    expect(await works(text, now)).toBe(false);
    expect(await keys.find(record.key_id)).toMatchObject({ revoked_at: now.toISOString() });
  });

  it('are refused after their expiry although their row still exists', async () => {
    const { text, record } = await issue(anOwner(), later);

    expect(await works(text, new Date(later.getTime() - 1))).toBe(true);
    expect(await works(text, later)).toBe(false);
    expect(await keys.find(record.key_id)).toBeDefined();
  });

  it('cannot be revoked when they do not exist', async () => {
    await expect(keys.revoke('nothing00000', now)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are listed by owner, oldest first', async () => {
    const ownerId = anOwner();
    const young = await issue(ownerId, null, later);
    const old = await issue(ownerId, null, now);
    await issue(anOwner());

    const mine = await keys.list(ownerId);
    const all = await keys.list();

    expect(mine.map(({ key_id: id }) => id)).toEqual([old.record.key_id, young.record.key_id]);
    expect(all.length).toBeGreaterThan(2);
  });
});
