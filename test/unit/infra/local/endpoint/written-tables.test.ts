import { describe, expect, it } from 'vitest';
import { writtenTables } from '../../../../../infra/local/endpoint/services.ts';

describe('writtenTables', () => {
  it.each(['PutItem', 'UpdateItem', 'DeleteItem'])('names the table of %s', (operation) => {
    expect(writtenTables({ operation, input: { TableName: 'Owners' } })).toEqual(['Owners']);
  });

  it('names every table of a batch', () => {
    expect(writtenTables({ operation: 'BatchWriteItem', input: { RequestItems: { Events: [], Usage: [] } } })).toEqual([
      'Events',
      'Usage',
    ]);
  });

  it('names the written tables of a transaction, and none of its checks', () => {
    const TransactItems = [
      { Put: { TableName: 'Sandboxes' } },
      { ConditionCheck: { TableName: 'Owners' } },
      { Update: { TableName: 'Conversations' } },
      { Delete: { TableName: 'Events' } },
    ];

    expect(writtenTables({ operation: 'TransactWriteItems', input: { TransactItems } })).toEqual([
      'Sandboxes',
      'Conversations',
      'Events',
    ]);
  });

  it.each(['GetItem', 'Query', 'Scan', 'BatchGetItem'])('names none for %s', (operation) => {
    expect(writtenTables({ operation, input: { TableName: 'Owners' } })).toEqual([]);
  });
});
