import { type Place, tableNameIn } from '../aws/names.ts';
import type { PermissionRequest } from './policy.ts';

/** The partition key's name of a table, by the table's name. */
export type PartitionKeys = ReadonlyMap<string, string>;

interface Scope extends Place {
  readonly partitionKeys: PartitionKeys;
}

type Item = Readonly<Record<string, unknown>>;

/** What AWS asks IAM before it does `operation`, one request for each table, index or kind of write it touches. */
export function dynamodbPermissions(operation: string, input: Item, scope: Scope): readonly PermissionRequest[] {
  switch (operation) {
    case 'BatchGetItem':
      return Object.entries(record(input.RequestItems)).map(([table, request]) =>
        onTable('BatchGetItem', table, list(record(request).Keys), scope),
      );
    case 'BatchWriteItem':
      return Object.entries(record(input.RequestItems)).map(([table, requests]) =>
        onTable('BatchWriteItem', table, list(requests).map(writtenKey), scope),
      );
    case 'TransactGetItems':
      return list(input.TransactItems)
        .map((item) => record(record(item).Get))
        .map((get) => onTable('GetItem', String(get.TableName), [get.Key], scope));
    case 'TransactWriteItems':
      return list(input.TransactItems).flatMap((item) => transactWritePermissions(record(item), scope));
    case 'ListTables':
      return [{ action: 'dynamodb:ListTables', resource: '*', context: new Map() }];
    default:
      return [single(operation, input, scope)];
  }
}

function single(operation: string, input: Item, scope: Scope): PermissionRequest {
  const table = String(input.TableName ?? input.ResourceArn ?? input.StreamArn ?? '*');
  const key = input.Key ?? input.Item;
  const request = onTable(operation, table, key === undefined ? [] : [key], scope);
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

function transactWritePermissions(item: Item, scope: Scope): readonly PermissionRequest[] {
  return Object.entries(item).map(([kind, value]) => {
    const write = record(value);
    return onTable(transactActions[kind] ?? kind, String(write.TableName), [write.Key ?? write.Item], scope);
  });
}

function onTable(operation: string, table: string, keys: readonly unknown[], scope: Scope): PermissionRequest {
  const name = tableNameIn(table);
  const leading = leadingKeys(keys, scope.partitionKeys.get(name));
  return {
    action: `dynamodb:${operation}`,
    resource: `arn:aws:dynamodb:${scope.region}:${scope.accountId}:table/${name}`,
    context: new Map(leading.length > 0 ? [['dynamodb:leadingkeys', leading]] : []),
  };
}

function leadingKeys(keys: readonly unknown[], partitionKey: string | undefined): readonly string[] {
  if (partitionKey === undefined) return [];
  const values = keys.map((key) => record(record(key)[partitionKey]));
  return [...new Set(values.flatMap((value) => Object.values(value).map(String)))];
}

function writtenKey(request: unknown): unknown {
  const { PutRequest, DeleteRequest } = record(request);
  return record(PutRequest).Item ?? record(DeleteRequest).Key;
}

function record(value: unknown): Item {
  return typeof value === 'object' && value !== null ? (value as Item) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
