import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetFunctionConcurrencyCommand, LambdaClient, ListTagsCommand } from '@aws-sdk/client-lambda';
import { afterAll, describe, expect, it } from 'vitest';
import { LocalAccount } from '../../../../infra/local/account/account.ts';
import { Faults } from '../../../../infra/local/aws/faults.ts';
import { AwsEndpoint } from '../../../../infra/local/endpoint/endpoint.ts';
import type { AwsServices } from '../../../../infra/local/endpoint/services.ts';
import { LocalLambda } from '../../../../infra/local/lambda/local-lambda.ts';
import { letRun, serviceFunctions, stop } from '../../../../infra/restore/pause/pause-commands.ts';
import { anAssembly, aResource } from '../local/an-assembly.ts';
import { admin } from '../local/an-endpoint.ts';

const folder = await mkdtemp(join(tmpdir(), 'pause-'));
const endpoint = await AwsEndpoint.listen({
  adminKey: admin.secretAccessKey,
  faults: new Faults(),
  onError: (message, error) => expect.unreachable(`${message}: ${String(error)}`),
  onBrokenModel: (line) => expect.unreachable(line),
});
const names = [
  'acs-dev-get-sandbox',
  'acs-dev-sweep-sandboxes',
  'acs-dev-authorize',
  'acs-dev-blue-dev-get-sandbox',
  'acs-dev-api-CustomResource',
  'acs-dev-install-ingress-keys',
  'other',
];
const functions = names.map((FunctionName, index) =>
  aResource('AWS::Lambda::Function', `F${index}`, {
    FunctionName,
    Timeout: 30 + index,
    ...(FunctionName === 'acs-dev-authorize' && { ReservedConcurrentExecutions: 7 }),
  }),
);
const place = { region: 'us-east-1', accountId: '000000000000' };
const assembly = anAssembly(...functions);
endpoint.serve({
  account: new LocalAccount({ assembly, place, apiUrl: 'http://127.0.0.1:1' }),
  lambda: await LocalLambda.open(assembly, place, join(folder, 'lambda.json')),
  access: { authorize: () => undefined, callerOf: () => undefined },
} as unknown as AwsServices);
const lambda = new LambdaClient({ endpoint: endpoint.url, region: 'us-east-1', credentials: admin });

afterAll(async () => {
  lambda.destroy();
  await endpoint.close();
  await rm(folder, { recursive: true });
});

const reserved = async (FunctionName: string) =>
  (await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }))).ReservedConcurrentExecutions;

describe('functions of a deployment', () => {
  it('are those with its names, the sweep first, and none of another deployment or that a deletion invokes', async () => {
    expect((await serviceFunctions(lambda, 'acs-dev')).map(({ name }) => name)).toEqual([
      'acs-dev-sweep-sandboxes',
      'acs-dev-authorize',
      'acs-dev-get-sandbox',
    ]);
  });

  it('are reported missing in one sentence', async () => {
    await expect(serviceFunctions(lambda, 'acs-prod')).rejects.toThrow(
      'This account and Region have no functions of acs-prod.',
    );
  });
});

describe('pause of a function', () => {
  it('keeps its reserved concurrency for the end of the pause, also if paused twice', async () => {
    const all = await serviceFunctions(lambda, 'acs-dev');
    const authorize = all.find(({ name }) => name === 'acs-dev-authorize');
    const get = all.find(({ name }) => name === 'acs-dev-get-sandbox');
    if (!authorize || !get) throw new Error('functions are missing');

    expect([await stop(lambda, authorize), await stop(lambda, get)]).toEqual([true, true]);
    expect([await stop(lambda, authorize), await reserved(authorize.name), await reserved(get.name)]).toEqual([
      false,
      0,
      0,
    ]);
    expect([await letRun(lambda, authorize), await letRun(lambda, get)]).toEqual([true, true]);

    expect([await letRun(lambda, authorize), await reserved(authorize.name), await reserved(get.name)]).toEqual([
      false,
      7,
      undefined,
    ]);
    expect((await lambda.send(new ListTagsCommand({ Resource: authorize.arn }))).Tags).toEqual({});
  });
});
