import { describe, expect, it } from 'vitest';
import { createCustomResources } from '../../../../../infra/local/cloud/custom-resources.ts';
import { failure, success } from '../../../../../infra/local/lambda/outcome.ts';
import { answerCustomResource, customResourceRequest } from '../../../../../shared/platform/aws/custom-resource.ts';
import { anAssembly, aResource } from '../../../../integration/infra/local/an-assembly.ts';

const place = { region: 'us-east-1', accountId: '000000000000' };
const ServiceToken = 'arn:aws:lambda:us-east-1:000000000000:function:install';
const resource = aResource('Custom::IngressKeys', 'IngressKeys', { ServiceToken, KeyValueStoreArn: 'arn:store' });
const assembly = anAssembly(resource, aResource('Custom::VpcRestrictDefaultSG', 'Other', { ServiceToken: 'other' }));

interface Call {
  readonly name: string;
  readonly event: unknown;
}

/** Creates the resources with this implementation of their function. */
async function create(run: (event: unknown) => Promise<void>): Promise<readonly Call[]> {
  const calls: Call[] = [];
  const invoke = async (name: string, event: unknown) => {
    calls.push({ name, event });
    try {
      await run(event);
    } catch (error) {
      return failure('Error', (error as Error).message);
    }
    return success('null');
  };
  await createCustomResources(assembly, { invoke }, place);
  return calls;
}

/** A worker's response. */
const working = (work: () => Promise<void>) => async (event: unknown) => {
  const request = customResourceRequest(event);
  if (request) await answerCustomResource(request, { physicalId: 'keys', run: work, withinMilliseconds: 5_000 });
};

const send = (event: unknown, answer: object, options: object = {}) => {
  const { ResponseURL, StackId, RequestId, LogicalResourceId } = event as Record<string, string>;
  const body = JSON.stringify({ PhysicalResourceId: 'keys', StackId, RequestId, LogicalResourceId, ...answer });
  return fetch(ResponseURL ?? '', { method: 'PUT', headers: { 'content-type': '' }, body, ...options });
};

describe('custom resources of the template', () => {
  it('are made by their functions as CloudFormation makes them', async () => {
    const calls = await create(working(async () => undefined));

    expect(calls).toEqual([
      {
        name: ServiceToken,
        event: {
          RequestType: 'Create',
          ResponseURL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/),
          StackId: expect.stringContaining(':stack/Test/'),
          RequestId: expect.any(String),
          LogicalResourceId: 'IngressKeys',
          ResourceType: 'Custom::IngressKeys',
          ResourceProperties: { ServiceToken, KeyValueStoreArn: 'arn:store' },
        },
      },
    ]);
  });

  it('that fail stop the start with their reason', async () => {
    const failing = create(working(() => Promise.reject(new Error('the secret is damaged'))));

    await expect(failing).rejects.toThrow(
      'The resource Custom::IngressKeys of the template could not be created: Error: the secret is damaged.',
    );
  });

  it.each([
    ['without an answer', async () => undefined, 'did not respond'],
    ['with an error', () => Promise.reject(new Error('crashed')), 'crashed'],
    [
      'after an answer to another',
      (event: unknown) => send(event, { Status: 'SUCCESS', RequestId: 'x' }),
      'another request',
    ],
    ['after half an answer', (event: unknown) => send(event, { Status: 'DONE' }), 'did not respond'],
    [
      'after an answer that is too long',
      (event: unknown) => send(event, { Status: 'SUCCESS', Data: { text: 'x'.repeat(5_000) } }),
      'did not respond',
    ],
    [
      'after an answer with a type, for which the URL is not signed',
      (event: unknown) => send(event, { Status: 'SUCCESS' }, { headers: { 'content-type': 'application/json' } }),
      'did not respond',
    ],
  ])('stop the start when the function ends %s', async (_what, run, reason) => {
    await expect(create(async (event) => void (await run(event)))).rejects.toThrow(reason);
  });
});
