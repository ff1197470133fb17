import { expect, it } from 'vitest';
import { journaledAuditLog } from '../../../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { MemoryAuditLog } from '../../../support/http/memory-audit-log.ts';

const entry = {
  ownerId: 'ann',
  actor: { type: 'key', ownerId: 'ann', keyId: 'key1', keyName: null },
  action: 'create-owner-key',
  occurredAt: new Date(),
  resource: { id: 'key2' },
} as const;

it('leaves a change to the journal of the same owner, and takes what the journal has not', async () => {
  const audit = new MemoryAuditLog();
  const log = journaledAuditLog(() => audit);
  const others = [
    { ...entry, outcome: 'refused' },
    { ...entry, outcome: 'failed' },
    { ...entry, outcome: 'success', resource: { id: 'key2', owner_id: 'bob' } },
  ] as const;

  await log.add({ ...entry, outcome: 'success' });
  await log.add({ ...entry, outcome: 'success', resource: { id: 'key2', owner_id: 'ann' } });
  for (const other of others) await log.add(other);
  log.lost();

  expect(audit.entries).toEqual(others);
  expect(audit.losses).toBe(1);
});
