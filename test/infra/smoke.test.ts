import { expect, it } from 'vitest';
import { otherTables, ownerTables } from '../../infra/smoke/owner-tables.ts';
import { production } from './synthesis.ts';

const tables = production()
  .resources('data', 'AWS::DynamoDB::Table')
  .map(({ logicalId, properties }) => ({
    output: logicalId.replace(/Table.*$/, 'Table'),
    partition: properties.KeySchema.find(({ KeyType }: { KeyType: string }) => KeyType === 'HASH').AttributeName,
  }));

it('npm run smoke searches every table for leftovers, or states why not', () => {
  expect(tables.map(({ output }) => output).sort()).toEqual(
    [...Object.keys(ownerTables), ...Object.keys(otherTables)].sort(),
  );
});

it('npm run smoke asks each table by its partition key', () => {
  const asked = Object.entries(ownerTables).map(([output, { partition }]) => ({ output, partition }));

  expect(tables).toEqual(expect.arrayContaining(asked));
});
