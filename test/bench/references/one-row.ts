import type { Tape } from '../../../shared/platform/rehearsal/tape.ts';
import { tables } from '../tables.ts';

/** A call of both references, of which the empty handler makes nothing. */
export const oneRow: Tape = {
  at: '2026-01-01T00:00:00.000Z',
  event: { table: tables.SANDBOXES_TABLE.name, key: { owner_id: { S: 'owner' }, sandbox_id: { S: 'sandbox' } } },
  exchanges: [
    { call: 'DynamoDB_20120810.GetItem', status: 200, headers: {}, body: '{"Item":{"owner_id":{"S":"owner"}}}' },
  ],
};
