import { describe, expect, it } from 'vitest';
import { authenticateSandbox } from '../../../shared/sandboxes/authenticate-sandbox.ts';
import { claimedSandbox, SandboxKeys } from '../../../shared/sandboxes/keys.ts';
import type { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { MemoryMasterKeys } from '../../support/memory-master-keys.ts';
import { aSandbox } from '../../support/sandbox-data.ts';

const keys = new SandboxKeys(new MemoryMasterKeys());
const running = aSandbox({ key_id: 'k1', phase: 'RUNNING', owner_id: 'some owner/with a slash' });

/** Who is asked is found by owner and id, as in the table. */
function authenticate(sessionKey: string | null, ...rows: readonly Sandbox[]) {
  const find = async (ownerId: string, id: string) =>
    rows.find((row) => row.owner_id === ownerId && row.sandbox_id === id);
  return authenticateSandbox(sessionKey, { sandboxes: { find }, keys });
}

describe('the session key of a sandbox', () => {
  it('names the sandbox it is of', async () => {
    const { owner_id: ownerId, sandbox_id: sandboxId } = running;

    expect(claimedSandbox(await keys.sessionKey(running))).toEqual({ ownerId, sandboxId });
  });

  it.each(['BOOTING', 'RUNNING', 'STOPPING'] as const)('is good in %s', async (phase) => {
    expect(await authenticate(await keys.sessionKey(running), { ...running, phase })).toMatchObject({ phase });
  });

  it.each(['PENDING', 'PROVISIONING', 'SAVING', 'PAUSED', 'ERROR', 'EXPIRED', 'DELETING', 'DELETED'] as const)(
    'is dead in %s',
    async (phase) => {
      expect(await authenticate(await keys.sessionKey(running), { ...running, phase })).toBeUndefined();
    },
  );

  it.each<Partial<Sandbox>>([
    { generation: running.generation + 1 },
    { created_at: '2027-01-01T00:00:00.000Z' },
    { desired: 'DELETED' },
  ])('is dead once the sandbox has become another: %o', async (change) => {
    expect(await authenticate(await keys.sessionKey(running), { ...running, ...change })).toBeUndefined();
  });

  it('opens no other sandbox, whatever name stands in front of the secret', async () => {
    const other = aSandbox({ key_id: 'k1', phase: 'RUNNING', owner_id: running.owner_id });
    const [name] = (await keys.sessionKey(other)).split('.');
    const [, secret] = (await keys.sessionKey(running)).split('.');

    expect(await authenticate(`${name}.${secret}`, running, other)).toBeUndefined();
  });

  it.each([
    null,
    '',
    'x',
    '.',
    `${Buffer.from('no slash').toString('base64url')}.${'a'.repeat(43)}`,
    `${Buffer.from('owner/').toString('base64url')}.${'a'.repeat(43)}`,
    `${'a'.repeat(5000)}.${'a'.repeat(43)}`,
  ])('is not %o', async (text) => {
    expect(await authenticate(text, running)).toBeUndefined();
  });

  it('has one spelling', async () => {
    const key = await keys.sessionKey(running);

    for (const spelling of [`${key} `, key.replace('.', '=.'), `${key}A`, key.toUpperCase()]) {
      expect(await authenticate(spelling, running)).toBeUndefined();
    }
  });
});
