import { describe, expect, it } from 'vitest';
import { handler } from '../../../../infra/custom-resources/edge-prefix-list.ts';
import { anAccount, type Reply } from './an-account.ts';

const listed = (ids: readonly string[]): Reply => ({
  status: 200,
  body: `<DescribeManagedPrefixListsResponse><prefixListSet>${ids
    .map((id) => `<item><prefixListId>${id}</prefixListId></item>`)
    .join('')}</prefixListSet></DescribeManagedPrefixListsResponse>`,
});

describe("CloudFront's prefix list", () => {
  it('is found by its name, and its id is the id of the resource', async () => {
    const { calls, answers, event } = await anAccount('EC2', () => listed(['pl-3b927c52']));

    await handler(event('Create'));

    const form = new URLSearchParams(calls[0]?.body);
    expect([form.get('Action'), form.get('Filter.1.Name'), form.get('Filter.1.Value.1')]).toEqual([
      'DescribeManagedPrefixLists',
      'prefix-list-name',
      'com.amazonaws.global.cloudfront.origin-facing',
    ]);
    expect(answers.map(({ body }) => body)).toEqual([
      { Status: 'SUCCESS', PhysicalResourceId: 'pl-3b927c52', StackId: 's', RequestId: 'r', LogicalResourceId: 'l' },
    ]);
  });

  it('fails the deployment in a Region without one, and states what to do', async () => {
    const { answers, event } = await anAccount('EC2', () => listed([]));

    await handler(event('Create'));

    expect(answers[0]?.body).toMatchObject({
      Status: 'FAILED',
      Reason:
        'This Region has no prefix list com.amazonaws.global.cloudfront.origin-facing. Deploy again, or choose another ingress (the setting ingress).',
    });
  });

  it('keeps the id of the resource when an update fails, so that CloudFormation removes nothing', async () => {
    const denied =
      '<Response><Errors><Error><Code>UnauthorizedOperation</Code><Message>No.</Message></Error></Errors></Response>';
    const { answers, event } = await anAccount('EC2', () => ({ status: 403, body: denied }));

    await handler({ ...event('Update'), PhysicalResourceId: 'pl-3b927c52' });

    expect(answers[0]?.body).toMatchObject({ Status: 'FAILED', PhysicalResourceId: 'pl-3b927c52' });
  });

  it('stays when the stack is deleted', async () => {
    const { calls, answers, event } = await anAccount('EC2', () => listed([]));

    await handler({ ...event('Delete'), PhysicalResourceId: 'pl-3b927c52' });

    expect(calls).toEqual([]);
    expect(answers.map(({ body }) => body.Status)).toEqual(['SUCCESS']);
  });
});
