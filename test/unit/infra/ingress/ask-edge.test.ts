import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { askEdge, inWords } from '../../../../infra/ingress/ask-edge.ts';

const never = new AbortController().signal;

it.each([
  ['{"code":"not_found"}', {}, 'not_found', false, '404 not_found'],
  ['{"code":"not_found"}', { 'x-amz-cf-id': 'an id' }, 'not_found', true, '404 not_found'],
  ['{"message":"Forbidden"}', {}, undefined, false, '404 without a problem detail'],
  ['<html>', {}, undefined, false, '404 without a problem detail'],
])('reads the code of %s, and by the headers %j who gave it', async (body, headers, code, isCloudFront, words) => {
  const server = createServer((_, response) => response.writeHead(404, headers).end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const answer = await askEdge(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, never);

    expect(answer).toEqual({ status: 404, code, isCloudFront });
    expect(inWords(answer)).toBe(words);
  } finally {
    server.close().closeAllConnections();
  }
});
