import { describe, expect, it } from 'vitest';
import { FIRST_OPENED_SLOT } from '../../../../../shared/domain/sandboxes/ingress/name.ts';
import { withoutPort, withPort } from '../../../../../shared/domain/sandboxes/ports/opened-ports.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { findAddressed } from '../../../../../shared/domain/sandboxes/waking/addressed.ts';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const now = new Date('2026-11-21T13:00:00.000Z');
const slot = FIRST_OPENED_SLOT;
const order = { port: 3000, name: null, access: 'key', wake: 'key', expires_in: 60 } as const;
const { next: opened } = withPort(aRunningSandbox(), order, 'k', now);

async function addressed(sandbox: Sandbox, name: { port: number; slot: number }, at = now) {
  const { owner_id: ownerId, sandbox_id: sandboxId, address_id: addressId } = sandbox;
  const addresses = { holderOf: async () => ({ ownerId, sandboxId }) };
  const deps = { addresses, sandboxes: MemorySandboxStore.with(sandbox), now: () => at };
  return (await findAddressed({ keyNumber: 1, addressId, ...name }, deps))?.port;
}

describe('the address of an opened port', () => {
  it('has its own policy of waking, and no name of the spec', async () => {
    const expected = { port: 3000, name: undefined, wake: 'key', needsKey: true };
    expect(await addressed(opened, { port: 3000, slot })).toEqual(expected);
  });

  it('leads nowhere once the port is closed or has expired, or with another port', async () => {
    const closed = withoutPort(opened, slot, now) ?? opened;

    expect(await addressed(closed, { port: 3000, slot })).toBeUndefined();
    expect(await addressed(opened, { port: 3000, slot }, new Date(now.getTime() + 60_000))).toBeUndefined();
    expect(await addressed(opened, { port: 3001, slot })).toBeUndefined();
    expect(await addressed(opened, { port: 3000, slot: slot + 1 })).toBeUndefined();
  });
});
