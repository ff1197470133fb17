import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCustomResource, customResourceRequest } from '../../../../shared/platform/aws/custom-resource.ts';

const order = {
  RequestType: 'Create',
  StackId: 'arn:aws:cloudformation:us-east-1:000000000000:stack/s/1',
  RequestId: 'r1',
  LogicalResourceId: 'Thing',
  ResourceType: 'Custom::Thing',
};

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly type: string | undefined;
  readonly answer: Record<string, unknown>;
}

describe('a custom resource', () => {
  const received: Received[] = [];
  /** How many requests are refused first. */
  let refused = 0;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method, url: path, headers } = request;
    received.push({
      method,
      path,
      type: headers['content-type'],
      answer: JSON.parse(Buffer.concat(pieces).toString()),
    });
    refused -= 1;
    response.writeHead(refused >= 0 ? 503 : 200).end();
  });
  let url = '';
  beforeEach(async () => {
    received.length = 0;
    refused = 0;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/answer?signature=signed-url`;
  });
  afterEach(() => {
    vi.restoreAllMocks();
    server.closeAllConnections();
    server.close();
  });

  async function answered(
    event: object,
    run: () => Promise<unknown> = async () => undefined,
    withinMilliseconds = 9_000,
  ) {
    const request = customResourceRequest({ ...order, ResponseURL: url, ...event });
    if (!request) throw new Error('it is no request of CloudFormation');
    await answerCustomResource(request, { physicalId: 'thing', run, withinMilliseconds });
    return received.at(-1)?.answer;
  }

  it('answers what it did at the URL, by a PUT without a type', async () => {
    const { StackId, RequestId, LogicalResourceId } = order;

    expect(await answered({})).toEqual({
      Status: 'SUCCESS',
      StackId,
      RequestId,
      LogicalResourceId,
      PhysicalResourceId: 'thing',
    });
    expect(received).toMatchObject([{ method: 'PUT', path: '/answer?signature=signed-url' }]);
    expect(received[0]?.type ?? '').toBe('');
  });

  it('keeps the name that CloudFormation has for it, so that an update replaces nothing', async () => {
    expect(await answered({ RequestType: 'Update', PhysicalResourceId: 'older' })).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId: 'older',
    });
  });

  it('does nothing for a deletion but answer it', async () => {
    const run = vi.fn(async () => undefined);

    expect(await answered({ RequestType: 'Delete', PhysicalResourceId: 'thing' }, run)).toMatchObject({
      Status: 'SUCCESS',
    });
    expect(run).not.toHaveBeenCalled();
  });

  it('answers a failure with its reason, which has an end, and logs no URL', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const run = () => Promise.reject(new Error(`no${'!'.repeat(5_000)}`));

    const answer = await answered({}, run);

    expect(answer).toMatchObject({ Status: 'FAILED', Reason: expect.stringMatching(/^Error: no!/) });
    expect(JSON.stringify(answer).length).toBeLessThan(4096);
    expect(logged).toHaveBeenCalledOnce();
    expect(JSON.stringify(logged.mock.calls)).not.toContain('signed-url');
  });

  it('answers in time that work takes too long', async () => {
    vi.spyOn(console, 'error').mockReturnValue();

    expect(await answered({}, () => new Promise(() => undefined), 20)).toMatchObject({
      Status: 'FAILED',
      Reason: 'Error: it took longer than 0 seconds',
    });
  });

  it('sends its answer again when it was not taken, three times at most', async () => {
    refused = 2;
    await answered({});
    expect(received).toHaveLength(3);

    refused = 3;
    const error: unknown = await answered({}).catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('Error: CloudFormation did not accept the response of a custom resource: status 503');
  });

  it('is what an event with a URL for the answer is about, and no other', () => {
    for (const event of [undefined, null, {}, 'x', { RequestType: 'Create' }]) {
      expect(customResourceRequest(event)).toBeUndefined();
    }
    expect(() => customResourceRequest({ ResponseURL: url })).toThrow('RequestType');
  });
});
