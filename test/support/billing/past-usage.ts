import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { runningKey, type UsageRow, usageItem } from '../../../shared/domain/billing/usage/usage-row.ts';
import { timestamp } from '../../../shared/platform/clock.ts';
import { LocalTables } from '../service/tables.ts';
import { aUsageRow } from './usage-data.ts';

const HOUR = 3_600_000;
const DAYS = 18;

/** Hours that the sandboxes of the first key ran, on one day after the other. */
const HOURS = [7, 9, 6, 11, 8, 2, 1, 8, 12, 10, 13, 9, 1, 3, 11, 14, 12, 15];

/** Intervals of the ledger for the days before today, as the service writes them when a sandbox has stopped. */
export async function writePastUsage(stateDirectory: string, ownerId: string, keyIds: readonly string[]) {
  const tables = await LocalTables.of(stateDirectory);
  const documents = DynamoDBDocumentClient.from(tables.client);
  const today = new Date().setUTCHours(0, 0, 0, 0);
  for (let day = 0; day < DAYS; day += 1) {
    for (const [index, keyId] of keyIds.entries()) {
      const startedAt = new Date(today - (DAYS - day) * 24 * HOUR + (6 + index) * HOUR);
      const hours = ((HOURS[day] ?? 1) * (keyIds.length - index)) / keyIds.length;
      const row = intervalOf(ownerId, keyId, startedAt, hours);
      await documents.send(new PutCommand({ TableName: tables.name('Usage'), Item: usageItem(row) }));
    }
  }
  tables.close();
}

function intervalOf(ownerId: string, keyId: string, startedAt: Date, hours: number): UsageRow {
  const sandboxId = `${keyId}${startedAt.getTime().toString(16)}`.padEnd(32, '0').slice(0, 32);
  return aUsageRow({
    owner_id: ownerId,
    sandbox_id: sandboxId,
    usage_key: runningKey(sandboxId, 1, 'task'),
    started_at: timestamp(startedAt),
    ended_at: timestamp(new Date(startedAt.getTime() + hours * HOUR)),
    api_key_id: keyId,
  });
}
