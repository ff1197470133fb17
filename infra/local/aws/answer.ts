import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AwsError } from './aws-error.ts';

export interface Answer {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/x-amz-json-1.1';

export function jsonAnswer(output: unknown): Answer {
  return { status: 200, body: JSON.stringify(output ?? {}), headers: { 'content-type': JSON_TYPE } };
}

/** Puts the type and the message wherever SDKs look for them. */
export function errorAnswer(error: AwsError): Answer {
  const body = { __type: error.type, message: error.message, Message: error.message, ...error.body };
  return {
    status: error.status,
    body: JSON.stringify(body),
    headers: { 'content-type': JSON_TYPE, 'x-amzn-errortype': error.type },
  };
}

export function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, {
    'x-amzn-requestid': randomUUID(),
    ...headers,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
