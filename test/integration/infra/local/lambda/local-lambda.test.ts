import { join } from 'node:path';
import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  ListTagsCommand,
  PutFunctionConcurrencyCommand,
  paginateListFunctions,
  TagResourceCommand,
  UntagResourceCommand,
} from '@aws-sdk/client-lambda';
import { describe, expect, it } from 'vitest';
import { LocalLambda } from '../../../../../infra/local/lambda/local-lambda.ts';
import { folderOfFile } from '../../../../support/temporary-folder.ts';
import { anAssembly, aResource } from '../an-assembly.ts';
import { admin, useEndpoint } from '../an-endpoint.ts';

const place = { region: 'us-east-1', accountId: '000000000000' };

const endpoint = await useEndpoint();

describe('management of functions', () => {
  const lambda = new LambdaClient({ ...endpoint.as('idle'), credentials: admin });
  const reservedOf = async (FunctionName: string) =>
    (await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }))).ReservedConcurrentExecutions;

  it('lists the functions of the template, page by page', async () => {
    const names: string[] = [];
    for await (const page of paginateListFunctions({ client: lambda, pageSize: 1 }, {}))
      for (const { FunctionName, FunctionArn } of page.Functions ?? []) {
        expect(FunctionArn).toBe(`arn:aws:lambda:us-east-1:000000000000:function:${FunctionName}`);
        names.push(FunctionName ?? '');
      }

    expect(names).toEqual([...new Set(names)].toSorted());
    expect(names).toContain('writer');
  });

  it('sets and deletes the reserved concurrency of a function', async () => {
    expect(await reservedOf('writer')).toBeUndefined();
    await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName: 'writer', ReservedConcurrentExecutions: 0 }));
    expect(await reservedOf('writer')).toBe(0);
    await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName: 'writer' }));
    expect(await reservedOf('writer')).toBeUndefined();
  });

  it('tags a function by its ARN', async () => {
    const Resource = 'arn:aws:lambda:us-east-1:000000000000:function:writer';
    await lambda.send(new TagResourceCommand({ Resource, Tags: { a: '1', 'b:c': '2' } }));
    await lambda.send(new UntagResourceCommand({ Resource, TagKeys: ['b:c'] }));

    expect((await lambda.send(new ListTagsCommand({ Resource }))).Tags).toEqual({ a: '1' });
  });

  it('is refused for a function that does not exist, and to functions without the permission', async () => {
    await expect(reservedOf('nobody')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const writer = new LambdaClient(endpoint.as('writer'));
    const put = new PutFunctionConcurrencyCommand({ FunctionName: 'idle', ReservedConcurrentExecutions: 0 });
    await expect(writer.send(put)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});

describe('reserved concurrency', () => {
  const folder = folderOfFile();
  const open = () => {
    const functions = [
      aResource('AWS::Lambda::Function', 'Free', { FunctionName: 'free' }),
      aResource('AWS::Lambda::Function', 'Bound', { FunctionName: 'bound', ReservedConcurrentExecutions: 2 }),
    ];
    return LocalLambda.open(anAssembly(...functions), place, join(folder, 'lambda.json'));
  };

  it('of the template applies until it is changed, and a change survives a restart', async () => {
    const before = await open();
    expect(await before.handle('GetFunctionConcurrency', { FunctionName: 'bound' })).toEqual({
      ReservedConcurrentExecutions: 2,
    });
    await before.handle('PutFunctionConcurrency', { FunctionName: 'free', ReservedConcurrentExecutions: 0 });
    await before.handle('DeleteFunctionConcurrency', { FunctionName: 'bound' });

    const after = await open();

    expect(await after.handle('GetFunctionConcurrency', { FunctionName: 'bound' })).toEqual({});
    expect(() => after.assertMayRun('free')).toThrow(
      expect.objectContaining({ type: 'TooManyRequestsException', status: 429 }),
    );
    expect(() => after.assertMayRun('bound')).not.toThrow();
  });
});
