import { gunzipSync } from 'node:zlib';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { operatorOf } from '../support/service/control.ts';

export interface StoredRow {
  readonly table: string;
  readonly text: string;
}

export async function rowsOf(stateDirectory: string): Promise<readonly StoredRow[]> {
  const { client: access } = await operatorOf(stateDirectory);
  const dynamo = new DynamoDBClient(access);
  try {
    const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
    const client = DynamoDBDocumentClient.from(dynamo);
    const rows: StoredRow[] = [];
    for (const table of TableNames) {
      for await (const { Items = [] } of paginateScan({ client }, { TableName: table })) {
        rows.push(...Items.map((item) => ({ table, text: textsIn(item).join('\n') })));
      }
    }
    return rows;
  } finally {
    dynamo.destroy();
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [unpacked(value)];
  if (value instanceof Set) return [...value].flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [name, ...textsIn(child)]);
}

function unpacked(bytes: Uint8Array): string {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return Buffer.from(isCompressed ? gunzipSync(bytes) : bytes).toString('utf8');
}
