import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

type Item = Record<string, unknown>;

/** Reads one item consistently. */
export async function getItem(documents: DynamoDBDocumentClient, table: string, key: Item): Promise<Item | undefined> {
  const { Item } = await documents.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
  return Item;
}
