import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { orLostRace } from '../../platform/aws/conditional-write.ts';
import { absent, when } from '../../platform/aws/expressions.ts';
import { allRows, scanPages } from '../../platform/aws/pages.ts';
import { asRead, rowReader } from '../../platform/aws/rows.ts';
import { TableStore } from '../../platform/aws/table-store.ts';
import type { Tables } from '../../rights/statement.ts';
import { PartProgress, SweepMovedError, type SweepProgress } from './sweep-progress.ts';

const readProgress = rowReader('progress of the sweep', PartProgress);

/** One row for each part that was ever cut short or has its own workers: few enough for one scan. */
export class DynamoSweepProgress extends TableStore<Tables<'sweepParts'>> implements SweepProgress {
  async all(): Promise<ReadonlyMap<string, PartProgress>> {
    const pages = scanPages(this.documents, { TableName: this.tables.sweepParts, ConsistentRead: true });
    const rows = await allRows(pages, readProgress);
    return new Map(rows.map((row) => [row.part, row]));
  }

  async save(previous: PartProgress | undefined, next: PartProgress): Promise<void> {
    const condition = previous ? asRead(previous, 'version') : absent('part');
    const command = new PutCommand({ TableName: this.tables.sweepParts, Item: next, ...when(condition) });
    await orLostRace(this.documents.send(command), () => new SweepMovedError(`another sweep advanced ${next.part}`));
  }
}
