import { ConditionalCheckFailedException, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { KeyNames, Row } from './row.ts';

/** The attributes that change with every write, where a table has them. */
const REVISIONS = ['version', 'updated_at'];

/**
 * Writes a restored row, if the live one is still as it was compared.
 *
 * @returns false when it changed meanwhile: nothing was written.
 */
export async function writeRow(
  dynamodb: DynamoDBClient,
  table: string,
  row: Row,
  live: Row | undefined,
  keys: KeyNames,
): Promise<boolean> {
  try {
    await dynamodb.send(new PutItemCommand({ TableName: table, Item: { ...row }, ...conditionOf(live, keys) }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

function conditionOf(live: Row | undefined, [partition = '']: KeyNames) {
  if (!live) {
    return {
      ConditionExpression: 'attribute_not_exists(#key)',
      ExpressionAttributeNames: { '#key': partition },
    };
  }
  const revision = REVISIONS.find((name) => live[name] !== undefined);
  const names = revision === undefined ? Object.keys(live) : [revision];
  return {
    ConditionExpression: names.map((_, index) => `#n${index} = :v${index}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      names.flatMap((name, index) => (live[name] === undefined ? [] : [[`:v${index}`, live[name]]])),
    ),
  };
}
