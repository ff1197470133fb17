import { type Place, tableNameIn } from '../aws/names.ts';
import type { PermissionRequest } from './policy.ts';

type Item = Readonly<Record<string, unknown>>;

/** What AWS asks IAM before it does `operation`, one request for each table, index or kind of write it touches. */
export function dynamodbPermissions(operation: string, input: Item, place: Place): readonly PermissionRequest[] {
  switch (operation) {
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys(record(input.RequestItems)).map((table) => onTable(operation, table, place));
    case 'TransactGetItems':
      return list(input.TransactItems)
        .map((item) => record(record(item).Get))
        .map((get) => onTable('GetItem', String(get.TableName), place));
    case 'TransactWriteItems':
      return list(input.TransactItems).flatMap((item) => transactWritePermissions(record(item), place));
    case 'ListTables':
      return [{ action: 'dynamodb:ListTables', resource: '*', context: new Map() }];
    default:
      return [single(operation, input, place)];
  }
}

function single(operation: string, input: Item, place: Place): PermissionRequest {
  const table = String(input.TableName ?? input.ResourceArn ?? input.StreamArn ?? '*');
  const request = onTable(operation, table, place);
  return typeof input.IndexName === 'string'
    ? { ...request, resource: `${request.resource}/index/${input.IndexName}` }
    : request;
}

const transactActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

function transactWritePermissions(item: Item, place: Place): readonly PermissionRequest[] {
  return Object.entries(item).map(([kind, value]) =>
    onTable(transactActions[kind] ?? kind, String(record(value).TableName), place),
  );
}

function onTable(operation: string, table: string, { region, accountId }: Place): PermissionRequest {
  const resource = `arn:aws:dynamodb:${region}:${accountId}:table/${tableNameIn(table)}`;
  return { action: `dynamodb:${operation}`, resource, context: new Map() };
}

function record(value: unknown): Item {
  return typeof value === 'object' && value !== null ? (value as Item) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
