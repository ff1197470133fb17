import { CloudFormationClient, DescribeStacksCommand, UpdateStackCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, DescribeAlarmsCommand, ListMetricsCommand } from '@aws-sdk/client-cloudwatch';
import { EC2Client, GetEbsDefaultKmsKeyIdCommand } from '@aws-sdk/client-ec2';
import { GetAccountSummaryCommand, IAMClient, ListRolesCommand } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { GetServiceQuotaCommand, ListServicesCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { GetCallerIdentityCommand, GetSessionTokenCommand, STSClient } from '@aws-sdk/client-sts';
import { describe, expect, it } from 'vitest';
import type { AccountFacts } from '../../../../../infra/local/account/account-state.ts';
import { admin, useEndpoint } from '../an-endpoint.ts';

const local = await useEndpoint();
const operator = { ...local.as('idle'), credentials: admin };
const writer = local.as('writer');

const control = (method: string, body?: unknown, key?: string) => local.control(method, 'account', body, key);

/** One call of each service of the account, with the name of its action. */
const calls: readonly (readonly [action: string, call: (settings: typeof operator) => Promise<unknown>])[] = [
  ['cloudformation:DescribeStacks', (at) => new CloudFormationClient(at).send(new DescribeStacksCommand({}))],
  ['cloudwatch:DescribeAlarms', (at) => new CloudWatchClient(at).send(new DescribeAlarmsCommand({}))],
  ['ec2:GetEbsDefaultKmsKeyId', (at) => new EC2Client(at).send(new GetEbsDefaultKmsKeyIdCommand({}))],
  ['iam:GetAccountSummary', (at) => new IAMClient(at).send(new GetAccountSummaryCommand({}))],
  ['lambda:GetAccountSettings', (at) => new LambdaClient(at).send(new GetAccountSettingsCommand({}))],
  ['lambda:ListFunctions', (at) => new LambdaClient(at).send(new ListFunctionsCommand({}))],
  [
    'servicequotas:GetServiceQuota',
    (at) =>
      new ServiceQuotasClient(at).send(new GetServiceQuotaCommand({ ServiceCode: 'fargate', QuotaCode: 'L-3032A538' })),
  ],
  ['sts:GetCallerIdentity', (at) => new STSClient(at).send(new GetCallerIdentityCommand({}))],
];

describe('the local account', () => {
  it.each(calls)('answers an operator %s', async (_, call) => {
    await expect(call(operator)).resolves.toBeDefined();
  });

  it.each(calls)('denies a function %s', async (action, call) => {
    await expect(call(writer)).rejects.toMatchObject({
      name: expect.stringMatching(/^(AccessDenied(Exception)?|UnauthorizedOperation)$/),
      message: expect.stringContaining(`is not authorized to perform: ${action}`),
    });
  });

  it.each(calls)('denies an operator %s when the state says so', async (action, call) => {
    await control('POST', { refused: [action] });

    await expect(call(operator)).rejects.toMatchObject({
      name: expect.stringMatching(/^(AccessDenied(Exception)?|UnauthorizedOperation)$/),
      message: expect.stringContaining(`perform: ${action}`),
    });
    await control('DELETE');
  });

  it.each([
    ['CloudFormation', () => new CloudFormationClient(operator).send(new UpdateStackCommand({ StackName: 'x' }))],
    ['CloudWatch', () => new CloudWatchClient(operator).send(new ListMetricsCommand({}))],
    ['IAM', () => new IAMClient(operator).send(new ListRolesCommand({}))],
    ['Service Quotas', () => new ServiceQuotasClient(operator).send(new ListServicesCommand({}))],
    ['STS', () => new STSClient(operator).send(new GetSessionTokenCommand({}))],
  ])('refuses operations of %s that it does not offer', async (_, call) => {
    await expect(call()).rejects.toMatchObject({ name: 'UnknownOperationException' });
  });

  it('returns the error of AWS for a missing stack', async () => {
    const stack = new CloudFormationClient(operator).send(new DescribeStacksCommand({ StackName: 'none' }));
    await expect(stack).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'Stack with id none does not exist',
    });
  });

  it('returns lists and times that the SDK can read', async () => {
    await control('POST', { alarms: [{ name: 'a-dev-x', state: 'ALARM', means: 'm' }] });

    const cloudWatch = new CloudWatchClient(operator);
    const { MetricAlarms } = await cloudWatch.send(new DescribeAlarmsCommand({ AlarmNamePrefix: 'a-dev-' }));
    expect(MetricAlarms).toMatchObject([
      { AlarmName: 'a-dev-x', StateValue: 'ALARM', StateUpdatedTimestamp: expect.any(Date) },
    ]);
    await control('DELETE');
  });
});

describe('the state of the local account', () => {
  it('requires the admin key, and refuses invalid values', async () => {
    expect((await control('GET', undefined, 'wrong')).status).toBe(403);
    expect((await control('POST', { bootstrap: 3 })).status).toBe(400);
  });

  it('changes only the given values, and can be reset', async () => {
    const before = (await (await control('GET')).json()) as AccountFacts;
    const changed = await (await control('POST', { quotas: { 'ebs/L-7A658B76': 1 } })).json();

    expect(changed).toEqual({ ...before, quotas: { ...before.quotas, 'ebs/L-7A658B76': 1 } });
    expect(await (await control('DELETE')).json()).toEqual(before);
  });
});
