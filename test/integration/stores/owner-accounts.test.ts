import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe } from 'vitest';
import { DynamoOwnerAccounts } from '../../../shared/budgets/dynamo-owner-accounts.ts';
import { DynamoSandboxStore } from '../../../shared/sandboxes/dynamo-sandbox-store.ts';
import { ownerAccountsSuite } from '../../support/owner-accounts.suite.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
beforeAll(async () => {
  tables = await startServiceTables();
}, 60_000);
afterAll(() => tables?.stop());

const update = (owner_id: string, expression: string, name: string, value: number) =>
  tables.documents.send(
    new UpdateCommand({
      TableName: tables.owners,
      Key: { owner_id },
      UpdateExpression: expression,
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

describe('accounts in DynamoDB', () => {
  ownerAccountsSuite(() => ({
    store: new DynamoSandboxStore(tables.documents, tables),
    accounts: new DynamoOwnerAccounts(tables.documents, tables),
    setLimits: async (ownerId, limits) => {
      for (const [name, value] of Object.entries(limits)) await update(ownerId, 'SET #name = :value', name, value);
    },
    spoilKeyCount: async (ownerId, keyId, difference) => {
      await update(ownerId, 'ADD #name :value', `active_key_${keyId}`, difference);
    },
    told: async (ownerId) => {
      const { Items = [] } = await tables.documents.send(
        new QueryCommand({
          TableName: tables.integratorEvents,
          KeyConditionExpression: 'owner_id = :owner',
          ExpressionAttributeValues: { ':owner': ownerId },
        }),
      );
      return Items.map(({ event_id: id }) => String(id));
    },
  }));
});
