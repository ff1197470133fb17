import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ResourceEvent } from '../../../../infra/custom-resources/answer.ts';
import { handler } from '../../../../infra/custom-resources/service-linked-role.ts';

type Reply = readonly [status: number, code: string, message: string];

const done: Reply = [200, '', ''];
const taken: Reply = [
  400,
  'InvalidInput',
  'Service role name AWSServiceRoleForECS has been taken in this account, please try a different suffix.',
];
const denied: Reply = [403, 'AccessDenied', 'not authorized, by an explicit deny in a service control policy.'];
const missing: Reply = [404, 'NoSuchEntity', 'The role with name AWSServiceRoleForECS cannot be found.'];

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** IAM's wire protocol, and the bucket that takes the answers for CloudFormation. */
async function anAccount(replies: Readonly<Record<string, Reply>>, bucketStatus = 200) {
  const calls: string[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'PUT') {
      answers.push({ headers: request.headers, body: JSON.parse(body) });
      return response.writeHead(bucketStatus).end();
    }
    const form = new URLSearchParams(body);
    const action = form.get('Action') ?? '';
    calls.push(`${action} ${form.get('AWSServiceName') ?? form.get('RoleName')}`);
    const [status, code, message] = replies[action] ?? denied;
    const error = `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
    const success = `<${action}Response><${action}Result/></${action}Response>`;
    return response.writeHead(status).end(status === 200 ? success : error);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv('AWS_ENDPOINT_URL_IAM', url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  onTestFinished(() => void vi.unstubAllEnvs());
  const send = (RequestType: ResourceEvent['RequestType']) =>
    handler({ RequestType, ResponseURL: `${url}/signed`, StackId: 's', RequestId: 'r', LogicalResourceId: 'l' });
  return { calls, answers, send };
}

const success = {
  Status: 'SUCCESS',
  PhysicalResourceId: 'AWSServiceRoleForECS',
  StackId: 's',
  RequestId: 'r',
  LogicalResourceId: 'l',
};

describe("ECS's service-linked role", () => {
  it('is made in an account that has none, with an answer that CloudFormation takes', async () => {
    const account = await anAccount({ CreateServiceLinkedRole: done });

    await account.send('Create');

    expect(account.calls).toEqual(['CreateServiceLinkedRole ecs.amazonaws.com']);
    expect(account.answers.map(({ body }) => body)).toEqual([success]);
    expect(account.answers[0]?.headers['content-type']).toBe('');
  });

  it('is fine in an account that has it', async () => {
    const account = await anAccount({ CreateServiceLinkedRole: taken });

    await account.send('Create');

    expect(account.answers.map(({ body }) => body)).toEqual([success]);
  });

  it('is fine where an organisation forbids making it and the account has it', async () => {
    const account = await anAccount({ CreateServiceLinkedRole: denied, GetRole: done });

    await account.send('Update');

    expect(account.calls.at(-1)).toBe('GetRole AWSServiceRoleForECS');
    expect(account.answers.map(({ body }) => body)).toEqual([success]);
  });

  it('fails the deployment with the cause and the remedy where it can neither be made nor found', async () => {
    const account = await anAccount({ CreateServiceLinkedRole: denied, GetRole: missing });

    await account.send('Create');

    expect(account.answers[0]?.body).toMatchObject({
      Status: 'FAILED',
      Reason: expect.stringMatching(
        /explicit deny in a service control policy\. Run "aws iam create-service-linked-role --aws-service-name ecs/,
      ),
    });
  });

  it('stays when the stack goes', async () => {
    const account = await anAccount({});

    await account.send('Delete');

    expect(account.calls).toEqual([]);
    expect(account.answers.map(({ body }) => body)).toEqual([success]);
  });

  it('is tried again by Lambda when the answer is not taken', async () => {
    const account = await anAccount({ CreateServiceLinkedRole: done }, 503);

    await expect(account.send('Create')).rejects.toThrow('CloudFormation did not take the answer: HTTP 503.');
  });
});
