import { describe, expect, it } from 'vitest';
import { refusals } from '../../../../infra/upgrade/refusals.ts';
import { digestOf, type Template } from '../../../../infra/upgrade/template-digest.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is changed at any of its places.
type Loose = any;

const indexOf = (name: string, sortKey = 'created_at') => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: 'owner_id', KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'ALL' },
});

/** A release with one element of each kind that an upgrade can change. */
function release(): Record<'data' | 'api' | 'nested', Loose> {
  return {
    data: {
      Resources: {
        Things: {
          Type: 'AWS::DynamoDB::Table',
          DeletionPolicy: 'Retain',
          Properties: {
            KeySchema: [{ AttributeName: 'owner_id', KeyType: 'HASH' }],
            AttributeDefinitions: ['owner_id', 'created_at', 'state'].map((AttributeName) => ({
              AttributeName,
              AttributeType: 'S',
            })),
            StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
            LocalSecondaryIndexes: [indexOf('local_index')],
            GlobalSecondaryIndexes: [indexOf('created_index'), indexOf('state_index', 'state')],
          },
        },
        Secret: { Type: 'AWS::SecretsManager::Secret', DeletionPolicy: 'Retain', Properties: {} },
      },
      Outputs: { Things: { Value: { Ref: 'Things' }, Export: { Name: 'data:things' } } },
    },
    api: {
      Resources: {
        Worker: {
          Type: 'AWS::Lambda::Function',
          Properties: { FunctionName: 'service-worker', Table: { 'Fn::ImportValue': 'data:things' } },
        },
        Policy: {
          Type: 'AWS::CloudFront::CachePolicy',
          Properties: { CachePolicyConfig: { Name: { 'Fn::Join': ['-', ['service', { Ref: 'AWS::Region' }]] } } },
        },
        Queue: { Type: 'AWS::SQS::Queue', Properties: {} },
      },
    },
    nested: { Resources: { Files: { Type: 'AWS::S3::Bucket', Properties: {} } } },
  };
}

type Release = ReturnType<typeof release>;
const digest = (templates: Release) => digestOf(templates as Record<string, Template>);

/** What is refused of an upgrade from the release to a changed one. */
function refusedOf(change: (next: Release) => void, before: Release = release()): readonly string[] {
  const next = release();
  change(next);
  return refusals(digest(before), digest(next));
}

const tableIn = (templates: Release) => templates.data.Resources.Things.Properties;

describe('an upgrade', () => {
  it('is accepted when nothing changes, and with a new table, function, export or one new or removed index', () => {
    expect(refusedOf(() => {})).toEqual([]);
    expect(
      refusedOf((next) => {
        next.data.Resources.More = { ...next.data.Resources.Things };
        next.data.Outputs.More = { Value: { Ref: 'More' }, Export: { Name: 'data:more' } };
        next.api.Resources.Other = { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'service-other' } };
        tableIn(next).GlobalSecondaryIndexes = [...tableIn(next).GlobalSecondaryIndexes, indexOf('new_index')];
      }),
    ).toEqual([]);
    expect(refusedOf((next) => tableIn(next).GlobalSecondaryIndexes.pop())).toEqual([]);
    expect(
      refusedOf((next) => {
        delete next.api.Resources.Worker;
        delete next.nested.Resources.Files;
      }),
    ).toEqual([]);
  });

  it('is refused when two indexes of a table come, go, or one comes as another goes', () => {
    const two = 'data/Things: DynamoDB creates or deletes one index of a table in an update, not 2';
    const remedy = 'Add the new index in one release, and remove the old one in the next.';

    expect(
      refusedOf((next) => tableIn(next).GlobalSecondaryIndexes.push(indexOf('a_index'), indexOf('b_index'))),
    ).toEqual([`${two} (a_index, b_index). ${remedy}`]);
    expect(refusedOf((next) => tableIn(next).GlobalSecondaryIndexes.splice(0))).toEqual([
      `${two} (created_index, state_index). ${remedy}`,
    ]);
    expect(refusedOf((next) => tableIn(next).GlobalSecondaryIndexes.splice(0, 1, indexOf('a_index')))).toEqual([
      `${two} (created_index, a_index). ${remedy}`,
    ]);
  });

  it.each([
    ['keys', (index: Loose) => index.KeySchema.pop()],
    ['projection', (index: Loose) => Object.assign(index, { Projection: { ProjectionType: 'KEYS_ONLY' } })],
  ])('is refused when an index changes its %s under its name', (_what, change) => {
    const [refusal] = refusedOf((next) => void change(tableIn(next).GlobalSecondaryIndexes[0]));

    expect(refusal).toContain(
      'data/Things: DynamoDB cannot change the index created_index. Name the new one otherwise.',
    );
  });

  it.each<[string, (table: Loose) => unknown]>([
    ['its partition key', (table) => table.KeySchema.splice(0, 1, { AttributeName: 'state', KeyType: 'HASH' })],
    ['a sort key', (table) => table.KeySchema.push({ AttributeName: 'state', KeyType: 'RANGE' })],
    ['the type of a key', (table) => Object.assign(table.AttributeDefinitions[0], { AttributeType: 'N' })],
    ['a local index', (table) => table.LocalSecondaryIndexes.push(indexOf('second_index'))],
  ])('is refused when %s replaces a table', (_what, change) => {
    const [refusal] = refusedOf((next) => void change(tableIn(next)));

    expect(refusal).toContain('data/Things: other keys or local indexes replace the table by an empty one.');
  });

  it('is refused when a stream shows something else, and not when a table gets a stream', () => {
    const [refusal] = refusedOf((next) =>
      Object.assign(tableIn(next).StreamSpecification, { StreamViewType: 'NEW_IMAGE' }),
    );
    const withoutStream = release();
    delete tableIn(withoutStream).StreamSpecification;

    expect(refusal).toContain('data/Things: DynamoDB cannot change its stream from KEYS_ONLY to NEW_IMAGE');
    expect(refusedOf(() => {}, withoutStream)).toEqual([]);
  });

  it.each<[string, (next: Release) => unknown]>([
    [
      'has another logical id',
      ({ data: { Resources: all } }) => {
        all.Renamed = all.Things;
        delete all.Things;
      },
    ],
    [
      'moves to another stack',
      ({ data, api }) => {
        api.Resources.Things = data.Resources.Things;
        delete data.Resources.Things;
      },
    ],
    ['is deleted with its stack', ({ data }) => delete data.Resources.Things.DeletionPolicy],
    ['gets a name', (next) => Object.assign(tableIn(next), { TableName: 'things' })],
    ['is of another type', ({ data }) => Object.assign(data.Resources.Things, { Type: 'AWS::DynamoDB::GlobalTable' })],
  ])('is refused when what outlives its stack %s', (_what, change) => {
    expect(refusedOf((next) => void change(next))).toContain(
      'data/Things: the AWS::DynamoDB::Table would leave its stack with all that is in it, and the service would go on with an empty one. Keep its logical id, its type, its name and its DeletionPolicy.',
    );
  });

  it('is refused when an export that stacks use goes or changes, and not one that none uses', () => {
    const remedy = 'Keep it for one release after its last use (exportForGood).';
    const unused = release();
    delete unused.api.Resources.Worker;
    const remove = (next: Release) => void delete next.data.Outputs.Things;

    expect(refusedOf(remove)).toEqual([`data:things: this export is in use, so that it cannot be removed. ${remedy}`]);
    expect(refusedOf((next) => Object.assign(next.data.Outputs.Things, { Value: { Ref: 'Secret' } }))).toEqual([
      `data:things: this export is in use, so that it cannot change. ${remedy}`,
    ]);
    expect(refusedOf(remove, unused)).toEqual([]);
  });

  it('is refused when a name goes to another logical id or stack while its holder exists', () => {
    const rename = (next: Release, from: string, to: string) => {
      next.api.Resources[to] = next.api.Resources[from];
      delete next.api.Resources[from];
    };
    const remedy = 'Keep the logical id and the stack, or choose another name.';

    expect(refusedOf((next) => rename(next, 'Worker', 'Renamed'))).toEqual([
      `AWS::Lambda::Function service-worker: the name is taken by api/Worker when CloudFormation makes api/Renamed. ${remedy}`,
    ]);
    expect(
      refusedOf((next) => {
        next.nested.Resources.Worker = next.api.Resources.Worker;
        delete next.api.Resources.Worker;
      }),
    ).toEqual([
      `AWS::Lambda::Function service-worker: the name is taken by api/Worker when CloudFormation makes nested/Worker. ${remedy}`,
    ]);
    expect(refusedOf((next) => rename(next, 'Policy', 'Renamed'))).toHaveLength(1);
    // CloudFormation chooses these names.
    expect(refusedOf((next) => rename(next, 'Queue', 'Renamed'))).toEqual([]);
  });
});
