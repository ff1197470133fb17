import { expect, it } from 'vitest';
import { calledOperations } from '../../../../../infra/local/models/called-operations.ts';
import { limitedOperations } from '../../../../../infra/local/models/limits.ts';
import { operationOf } from '../../../../../infra/local/models/service-model.ts';

const HOW = 'the head of infra/local/models/limits-main.ts says how to make limits.json anew';

it('the extract of limits covers every operation that the deployed code calls', () => {
  for (const [service, operations] of Object.entries(calledOperations(['functions', 'shared']))) {
    expect(limitedOperations[service] ?? [], `${service}: ${HOW}`).toEqual(expect.arrayContaining([...operations]));
  }
});

it('the code calls the operations that the local cloud is known to serve', () => {
  const { dynamodb = [], ec2 = [], ecs = [], kms = [], lambda = [], secretsmanager = [] } = calledOperations();

  expect(dynamodb).toEqual(expect.arrayContaining(['GetItem', 'Query', 'TransactWriteItems']));
  expect(ec2).toEqual(expect.arrayContaining(['CreateSnapshot', 'DescribeVolumes']));
  expect(ecs).toEqual(expect.arrayContaining(['ListTasks', 'RunTask']));
  expect([...kms, ...lambda, ...secretsmanager]).toEqual(
    expect.arrayContaining(['Decrypt', 'Invoke', 'GetSecretValue']),
  );
});

it('every operation of the extract is one of the SDK', () => {
  for (const [service, operations] of Object.entries(limitedOperations)) {
    for (const operation of operations) expect(operationOf(service, operation), operation).toBeDefined();
  }
});
