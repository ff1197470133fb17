import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCustomResource, customResourceRequest } from '../../../../shared/platform/aws/custom-resource.ts';
import { useHttpAgent } from '../../../support/http/http-agent.ts';

const order = {
  RequestType: 'Create',
  StackId: 'arn:aws:cloudformation:us-east-1:000000000000:stack/s/1',
  RequestId: 'r1',
  LogicalResourceId: 'Thing',
  ResourceType: 'Custom::Thing',
};

const server = await useHttpAgent();
const url = `${server.url}/answer?signature=signed-url`;

describe('a custom resource', () => {
  /** The number of requests that the server refuses first. */
  let refused = 0;
  beforeEach(() => {
    server.requests.length = 0;
    refused = 0;
    server.reply = () => ({ status: server.requests.length > refused ? 200 : 503 });
    return () => vi.restoreAllMocks();
  });

  async function answered(
    event: object,
    run: () => Promise<unknown> = async () => undefined,
    withinMilliseconds = 9_000,
  ) {
    const request = customResourceRequest({ ...order, ResponseURL: url, ...event });
    if (!request) throw new Error('it is no request of CloudFormation');
    await answerCustomResource(request, { physicalId: 'thing', run, withinMilliseconds });
    return JSON.parse(server.requests.at(-1)?.body);
  }

  it('sends its result to the URL with a PUT without a content type', async () => {
    const { StackId, RequestId, LogicalResourceId } = order;

    expect(await answered({})).toEqual({
      Status: 'SUCCESS',
      StackId,
      RequestId,
      LogicalResourceId,
      PhysicalResourceId: 'thing',
    });
    expect(server.requests).toMatchObject([{ method: 'PUT', path: '/answer' }]);
    expect(server.requests[0]?.query.get('signature')).toBe('signed-url');
    expect(server.requests[0]?.headers['content-type'] ?? '').toBe('');
  });

  it('keeps its physical id, so that an update replaces nothing', async () => {
    expect(await answered({ RequestType: 'Update', PhysicalResourceId: 'older' })).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId: 'older',
    });
  });

  it('only responds to a deletion', async () => {
    const run = vi.fn(async () => undefined);

    expect(await answered({ RequestType: 'Delete', PhysicalResourceId: 'thing' }, run)).toMatchObject({
      Status: 'SUCCESS',
    });
    expect(run).not.toHaveBeenCalled();
  });

  it('reports a failure with a bounded reason, and logs no URL', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const run = () => Promise.reject(new Error(`no${'!'.repeat(5_000)}`));

    const answer = await answered({}, run);

    expect(answer).toMatchObject({ Status: 'FAILED', Reason: expect.stringMatching(/^Error: no!/) });
    expect(JSON.stringify(answer).length).toBeLessThan(4096);
    expect(logged).toHaveBeenCalledOnce();
    expect(JSON.stringify(logged.mock.calls)).not.toContain('signed-url');
  });

  it('reports in time that work takes too long', async () => {
    vi.spyOn(console, 'error').mockReturnValue();

    expect(await answered({}, () => new Promise(() => undefined), 20)).toMatchObject({
      Status: 'FAILED',
      Reason: 'Error: it took longer than 0 seconds',
    });
  });

  it('sends a refused response again, at most three times', async () => {
    refused = 2;
    await answered({});
    expect(server.requests).toHaveLength(3);

    refused = 6;
    const error: unknown = await answered({}).catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('Error: CloudFormation did not accept the response of a custom resource: status 503');
  });

  it('is recognized by the response URL of its event', () => {
    for (const event of [undefined, null, {}, 'x', { RequestType: 'Create' }]) {
      expect(customResourceRequest(event)).toBeUndefined();
    }
    expect(() => customResourceRequest({ ResponseURL: url })).toThrow('RequestType');
  });
});
