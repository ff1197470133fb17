import { type Place, tableNameIn } from '../aws/names.ts';
import { type Input, inputs } from './call-input.ts';
import type { PermissionRequest } from './policy.ts';

/** The permissions that AWS requires for an operation of DynamoDB: one for each table, index or kind of write. */
export function dynamodbPermissions(operation: string, input: Input, place: Place): readonly PermissionRequest[] {
  switch (operation) {
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys(Object(input.RequestItems)).map((table) => onTable(operation, table, place));
    case 'TransactGetItems':
      return inputs(input.TransactItems).map(({ Get }) => onTable('GetItem', String(Object(Get).TableName), place));
    case 'TransactWriteItems':
      return inputs(input.TransactItems).flatMap((item) => transactWritePermissions(item, place));
    case 'ListTables':
      return [{ action: 'dynamodb:ListTables', resource: '*', context: new Map() }];
    default:
      return [single(operation, input, place)];
  }
}

function single(operation: string, input: Input, place: Place): PermissionRequest {
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

function transactWritePermissions(item: Input, place: Place): readonly PermissionRequest[] {
  return Object.entries(item).map(([kind, value]) =>
    onTable(transactActions[kind] ?? kind, String(Object(value).TableName), place),
  );
}

function onTable(operation: string, table: string, { region, accountId }: Place): PermissionRequest {
  const resource = `arn:aws:dynamodb:${region}:${accountId}:table/${tableNameIn(table)}`;
  return { action: `dynamodb:${operation}`, resource, context: new Map() };
}
