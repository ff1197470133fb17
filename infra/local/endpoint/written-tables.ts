import type { AwsCall } from './call.ts';

/** A write of a transaction, by its kind; a check of a condition writes nothing. */
type TransactItem = Readonly<Partial<Record<'Put' | 'Update' | 'Delete', { readonly TableName: string }>>>;

/** The tables that a call of DynamoDB writes, by the names that the call gives; none for a call that reads. */
export function writtenTables({ operation, input }: Pick<AwsCall, 'operation' | 'input'>): readonly string[] {
  switch (operation) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [String(input.TableName)];
    case 'BatchWriteItem':
      return Object.keys(input.RequestItems as object);
    case 'TransactWriteItems':
      return (input.TransactItems as readonly TransactItem[]).flatMap(
        ({ Put, Update, Delete }) => (Put ?? Update ?? Delete)?.TableName ?? [],
      );
    default:
      return [];
  }
}
