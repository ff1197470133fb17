import { describe, expect, it } from 'vitest';
import { newApiKey } from '../../../../../shared/domain/accounts/keys/api-key.ts';
import { issueKey } from '../../../../../shared/domain/accounts/keys/issue-key.ts';
import type { KeyRecord } from '../../../../../shared/domain/accounts/keys/key-record.ts';
import { authenticate } from '../../../../support/accounts/keys/authenticate.ts';
import { aCaller } from '../../../../support/http/a-caller.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';

/** The API keys in memory that the authorizer needs. */
class MemoryKeyStore {
  readonly records = new Map<string, KeyRecord>();

  async find(keyId: string): Promise<KeyRecord | undefined> {
    return this.records.get(keyId);
  }

  async add(record: KeyRecord): Promise<void> {
    this.records.set(record.key_id, record);
  }
}

const clock = new SettableClock();
const keys = new MemoryKeyStore();

async function aKey(overrides: Partial<KeyRecord> = {}, ownerId = 'ann'): Promise<string> {
  const { text, record } = await issueKey({ ownerId, name: 'laptop', expiresAt: null }, keys, clock.now());
  keys.records.set(record.key_id, { ...record, ...overrides });
  return text;
}

const who = async (headers: Record<string, string | undefined>) =>
  (await authenticate(headers, keys, clock.now))?.ownerId;

describe('authentication', () => {
  it('accepts X-Session-API-Key and a bearer key, in any spelling of the header', async () => {
    const text = await aKey();

    for (const headers of [
      { 'X-Session-API-Key': text },
      { 'x-session-api-key': ` ${text} ` },
      { Authorization: `Bearer ${text}` },
      { authorization: `bearer  ${text}` },
    ])
      expect(await who(headers)).toBe('ann');
  });

  it('records which header carried the key', async () => {
    const text = await aKey();
    const keyId = text.slice(4, 16);

    expect(await authenticate({ Authorization: `Bearer ${text}` }, keys, clock.now)).toEqual({
      ...aCaller,
      ownerId: 'ann',
      keyId,
      keyName: 'laptop',
      scheme: 'bearer',
    });
    expect(await authenticate({ 'X-Session-API-Key': text }, keys, clock.now)).toMatchObject({
      scheme: 'session-header',
    });
  });

  it('prefers the bearer key when both headers carry one', async () => {
    const [ann, bob] = [await aKey(), await aKey({}, 'bob')];

    expect(await who({ Authorization: `Bearer ${bob}`, 'X-Session-API-Key': ann })).toBe('bob');
    expect(await who({ Authorization: 'Bearer nonsense', 'X-Session-API-Key': ann })).toBeUndefined();
  });

  it('ignores another authorization scheme beside the header', async () => {
    expect(await who({ Authorization: 'Basic YTpi', 'X-Session-API-Key': await aKey() })).toBe('ann');
  });

  it.each([
    {},
    { Authorization: '' },
    { Authorization: 'Bearer' },
    { Authorization: 'Bearer ' },
    { Authorization: newApiKey().text },
    { 'X-Session-API-Key': '' },
    { 'X-Session-API-Key': undefined },
    { 'X-Session-API-Key': 'nonsense' },
    { 'X-Session-API-Key': newApiKey().text },
  ])('refuses %o', async (headers) => {
    expect(await who(headers)).toBeUndefined();
  });
});

describe('API key', () => {
  it('works until its expiry and not a moment longer', async () => {
    const at = clock.now();
    const text = await aKey({ expires_at: at.getTime() / 1000 + 60 });
    const at59 = new SettableClock(new Date(at.getTime() + 59_999).toISOString());
    const at60 = new SettableClock(new Date(at.getTime() + 60_000).toISOString());

    expect(await authenticate({ 'X-Session-API-Key': text }, keys, at59.now)).toBeDefined();
    expect(await authenticate({ 'X-Session-API-Key': text }, keys, at60.now)).toBeUndefined();
  });

  it('stops working when it is revoked', async () => {
    expect(await who({ 'X-Session-API-Key': await aKey({ revoked_at: '2026-11-21T12:00:00.000Z' }) })).toBeUndefined();
  });

  it('needs its own secret, not only a known id', async () => {
    const [text, other] = [await aKey(), newApiKey()];
    const record = keys.records.get(text.slice(4, 16));
    if (!record) throw new Error('no record');
    keys.records.set(other.keyId, { ...record, key_id: other.keyId });

    expect(await who({ 'X-Session-API-Key': other.text })).toBeUndefined();
  });

  it('is not stored', async () => {
    const text = await aKey();

    expect(JSON.stringify([...keys.records.values()])).not.toContain(text.slice(17, 40));
  });

  it.each(['', ' ann', '-ann', 'a/b', 'ann\n', 'a'.repeat(41), 'ünı', `a${'.'.repeat(21)}`])(
    'cannot belong to an owner named %j',
    async (ownerId) => {
      await expect(aKey({}, ownerId)).rejects.toThrow();
    },
  );

  it.each(['ann', 'ann@example.com', '0', 'a.b_c+d-e', 'a'.repeat(40)])('may belong to %s', async (ownerId) => {
    expect(await who({ 'X-Session-API-Key': await aKey({}, ownerId) })).toBe(ownerId);
  });
});
