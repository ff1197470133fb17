import { describe, expect, it } from 'vitest';
import { authenticateSandbox } from '../../../../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import { claimedSandbox, SandboxKeys } from '../../../../../shared/domain/sandboxes/agent/keys.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { MemoryMasterKeys } from '../../../../support/platform/memory-master-keys.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const keys = new SandboxKeys(new MemoryMasterKeys());
const running = aSandbox({ key_id: 'k1', phase: 'RUNNING', owner_id: 'some owner/with a slash' });

function authenticate(sessionKey: string | null, ...rows: readonly Sandbox[]) {
  const find = async (ownerId: string, id: string) =>
    rows.find((row) => row.owner_id === ownerId && row.sandbox_id === id);
  return authenticateSandbox(sessionKey, { sandboxes: { find }, keys });
}

describe('session key of a sandbox', () => {
  it('identifies its sandbox', async () => {
    const { owner_id: ownerId, sandbox_id: sandboxId } = running;

    expect(claimedSandbox(await keys.sessionKey(running))).toEqual({ ownerId, sandboxId });
  });

  it.each(['BOOTING', 'RUNNING', 'STOPPING'] as const)('is valid in %s', async (phase) => {
    expect(await authenticate(await keys.sessionKey(running), { ...running, phase })).toMatchObject({ phase });
  });

  it.each(['PENDING', 'PROVISIONING', 'SAVING', 'PAUSED', 'ERROR', 'EXPIRED', 'DELETING', 'DELETED'] as const)(
    'is refused in %s',
    async (phase) => {
      expect(await authenticate(await keys.sessionKey(running), { ...running, phase })).toBeUndefined();
    },
  );

  it.each<Partial<Sandbox>>([
    { generation: running.generation + 1 },
    { created_at: '2027-01-01T00:00:00.000Z' },
    { desired: 'DELETED' },
  ])('is refused once the sandbox was replaced: %o', async (change) => {
    expect(await authenticate(await keys.sessionKey(running), { ...running, ...change })).toBeUndefined();
  });

  it('authenticates no other sandbox, whatever id precedes the secret', async () => {
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
  ])('is never %o', async (text) => {
    expect(await authenticate(text, running)).toBeUndefined();
  });

  it('has exactly one spelling', async () => {
    const key = await keys.sessionKey(running);

    for (const spelling of [`${key} `, key.replace('.', '=.'), `${key}A`, key.toUpperCase()]) {
      expect(await authenticate(spelling, running)).toBeUndefined();
    }
  });
});
