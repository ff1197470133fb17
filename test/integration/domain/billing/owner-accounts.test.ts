import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe } from 'vitest';
import { DynamoWatchedAccounts } from '../../../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import { DynamoMeteredSandboxes } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { ownerAccountsSuite } from '../../../support/billing/usage.suite.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();

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
    store: new DynamoMeteredSandboxes(tables.documents, tables),
    accounts: new DynamoWatchedAccounts(tables.documents, tables),
    setLimits: async (ownerId, limits) => {
      for (const [name, value] of Object.entries(limits)) await update(ownerId, 'SET #name = :value', name, value);
    },
    spoilKeyCount: async (ownerId, keyId, difference) => {
      await update(ownerId, 'ADD #name :value', `active_key_${keyId}`, difference);
    },
    published: async (ownerId) => {
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
