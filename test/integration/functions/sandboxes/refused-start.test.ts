import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../../shared/platform/ids.ts';
import { ReadMeter } from '../../../bench/rows/read-meter.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { refused, start, Tenant } from '../../../support/sandboxes/tenant.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();

const LIMIT = 3;

/** The largest number of rows in one transaction. */
const AT_ONCE = 100;

const PATIENCE = 60_000;

describe('start of an owner at their limit', () => {
  /** @returns the capacity units of a refusal with this number of paused sandboxes */
  async function unitsOfRefusal(paused: number): Promise<number> {
    const documents = DynamoDBDocumentClient.from(tables.newClient());
    const tenant = new Tenant({ ...tables, documents }, LIMIT);
    for (let running = 0; running < LIMIT; running += 1) await start(tenant, 'key')();
    for (let written = 0; written < paused; written += AT_ONCE) {
      const rows = Array.from({ length: AT_ONCE }, () =>
        aSandbox({ owner_id: tenant.ownerId, sandbox_id: newId(new Date()), desired: 'PAUSED', phase: 'PAUSED' }),
      );
      await tenant.sandboxes.save(rows.map((next) => ({ previous: null, next })));
    }
    const meter = new ReadMeter(documents);
    expect(refused([await start(tenant, 'key')()])).toEqual({ concurrency_limit_exceeded: 1 });
    return meter.take().units;
  }

  it(
    'reads no more with 1,000 paused sandboxes than with none',
    async () => {
      const [few, many] = [await unitsOfRefusal(0), await unitsOfRefusal(1_000)];

      expect(few).toBeGreaterThan(0);
      expect(many).toBe(few);
    },
    PATIENCE,
  );
});
