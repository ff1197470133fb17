import { describe, expect, it } from 'vitest';
import {
  authenticateDelivery,
  authenticateSandbox,
} from '../../../../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
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

function delivers(sessionKey: string, row: Sandbox) {
  return authenticateDelivery(sessionKey, { sandboxes: { find: async () => row }, keys });
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

  it.each<Partial<Sandbox>>([
    { phase: 'RUNNING', desired: 'DELETED' },
    { phase: 'STOPPING', desired: 'PAUSED' },
    { phase: 'STOPPING', desired: 'DELETED' },
    { phase: 'DELETING', desired: 'DELETED' },
  ])('delivers until the task of its generation has ended: %o', async (change) => {
    const row = { ...running, task_arn: 'arn:task/1', ...change };
    const key = await keys.sessionKey(running);

    expect(await delivers(key, row)).toMatchObject(change);
    expect(await delivers(key, { ...row, generation: running.generation + 1 })).toBeUndefined();
    expect(await delivers(key, { ...row, created_at: '2027-01-01T00:00:00.000Z' })).toBeUndefined();
  });

  it.each<Partial<Sandbox>>([
    { phase: 'DELETING', desired: 'DELETED', task_arn: 'arn:task/1', task_ended_at: running.created_at },
    { phase: 'DELETING', desired: 'DELETED', task_arn: null },
    { phase: 'DELETED', desired: 'DELETED', task_arn: 'arn:task/1' },
    { phase: 'SAVING', task_arn: 'arn:task/1', task_ended_at: running.created_at },
    { phase: 'PAUSED', task_arn: 'arn:task/1', task_ended_at: running.created_at },
  ])('delivers nothing once the task has ended: %o', async (change) => {
    expect(await delivers(await keys.sessionKey(running), { ...running, ...change })).toBeUndefined();
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
