import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import type { ResourceEvent } from '../../../../infra/custom-resources/answer.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

const SIGNED = '/signed';

/** AWS services with these replies, and the bucket that receives the responses for CloudFormation. */
export async function anAccount(service: string, replyTo: (call: Call) => Reply, bucketStatus = 200) {
  const calls: Call[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request);
    if (path === SIGNED) {
      answers.push({ headers, body: JSON.parse(body) });
      return response.writeHead(bucketStatus).end();
    }
    const call = { method, path, headers, body };
    calls.push(call);
    const reply = replyTo(call);
    return response.writeHead(reply.status, { 'content-type': 'text/xml' }).end(reply.body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  onTestFinished(() => void vi.unstubAllEnvs());
  const event = (RequestType: ResourceEvent['RequestType']): ResourceEvent => ({
    RequestType,
    ResponseURL: `${url}${SIGNED}`,
    StackId: 's',
    RequestId: 'r',
    LogicalResourceId: 'l',
  });
  return { calls, answers, event };
}
