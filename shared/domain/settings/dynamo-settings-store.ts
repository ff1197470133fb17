import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { orLostRace } from '../../platform/aws/conditional-write.ts';
import { absent, is, when } from '../../platform/aws/expressions.ts';
import { getItem } from '../../platform/aws/get-item.ts';
import { reportDamage, rowReader } from '../../platform/aws/rows.ts';
import { TableStore } from '../../platform/aws/table-store.ts';
import { VersionConflictError } from '../../platform/errors.ts';
import type { Tables } from '../../rights/statement.ts';
import { noSettings, type OwnerSettings, readSettings, type SettingsStore } from './settings-store.ts';

/** `document` is JSON text, as settings can have values that DynamoDB cannot store, such as empty names. */
const Row = z.object({ owner_id: z.string(), version: z.int(), updated_at: z.string(), document: z.string() });
const readRow = rowReader('settings', Row);

export class DynamoSettingsStore extends TableStore<Tables<'settings'>> implements SettingsStore {
  async find(ownerId: string): Promise<OwnerSettings | undefined> {
    const item = await getItem(this.documents, this.tables.settings, { owner_id: ownerId });
    return item && settingsOfRow(item);
  }

  async save({ owner_id, version, updated_at, ...rest }: OwnerSettings): Promise<void> {
    const command = new PutCommand({
      TableName: this.tables.settings,
      Item: { owner_id, version, updated_at, document: JSON.stringify(rest) },
      ...when(version === 1 ? absent('owner_id') : is('version', '=', version - 1)),
    });
    await orLostRace(this.documents.send(command), () => new VersionConflictError('settings', `of ${owner_id}`));
  }
}

/** The settings in a row of the table. */
export function settingsOfRow(item: unknown): OwnerSettings {
  const { document, ...row } = readRow(item);
  return readSettings({ ...noSettings(row.owner_id), ...parsed(document, row.owner_id), ...row });
}

/** A document that is not JSON leaves the settings of a new owner. */
function parsed(document: string, ownerId: string): object {
  try {
    return JSON.parse(document);
  } catch {
    reportDamage('settings', { owner_id: ownerId }, ['document']);
    return {};
  }
}
