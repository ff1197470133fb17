import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './import-graph.ts';

/** Code of the service that calls other hosts than AWS, and why no caller can choose the address. */
const callers: Readonly<Record<string, string>> = {
  'shared/domain/sandboxes/agent/agent-http.ts': 'agents, at addresses that this service made; no redirect is followed',
  'shared/domain/files/agent-files.ts': 'agents, as above, for files that are streamed',
  'shared/domain/mcp/own-api.ts': 'the public API of this deployment; no redirect is followed',
  'shared/domain/webhooks/http-receiver.ts': 'receivers that owners name: checked, and pinned to the check',
  'shared/platform/outbound/bounded-fetch.ts': 'git providers that owners name: checked, and pinned to the check',
  'shared/domain/broker/relay/upstream.ts': 'model providers that owners name: checked, and pinned to the check',
  'shared/domain/accounts/people/issuer-keys.ts': 'the identity provider in the settings; no redirect is followed',
  'shared/platform/aws/custom-resource.ts': 'the address that CloudFormation signed for the answer',
};

const IMPORTS = /^import (?!type\b)[^;]*? from '(?:node:)?(?:https?|http2|tls|dgram|undici|axios|got|ws)';/m;
const CALLS = /(?<![\w.#])fetch\(|\bcreateConnection\(|\bnew Socket\(/;

/** The only file that uses the HTTP client of Node. */
const DOOR = 'shared/platform/outbound/http-request.ts';

const opensConnections = (text: string) => IMPORTS.test(text) || CALLS.test(text);
const callsOut = (text: string) => /(?<!function )\brequestTo\(/.test(text);

describe('calls of the service', () => {
  // The typed client runs in programs of integrators.
  const files = globSync('{functions,shared}/**/*.ts', { cwd: root }).filter((file) => !/^shared\/client\//.test(file));

  const found = (is: (text: string) => boolean) =>
    files.filter((file) => is(readFileSync(join(root, file), 'utf8'))).toSorted();

  it('leave from known files, where no caller can choose the address', () => {
    expect(found(callsOut)).toEqual(Object.keys(callers).toSorted());
  });

  it('use one HTTP client', () => {
    // The scripts of pages run in browsers.
    expect(found(opensConnections)).toEqual(['shared/domain/accounts/device/page.ts', DOOR]);
  });

  it.each([
    'shared/domain/broker/relay/upstream.ts',
    'shared/domain/webhooks/http-receiver.ts',
    'shared/platform/outbound/bounded-fetch.ts',
  ])('to places that owners name go to checked addresses alone (%s)', (file) => {
    const text = readFileSync(join(root, file), 'utf8');

    expect(text).toMatch(/Promise\.race\(\[checkTarget\(url(\.href)?, (way\.)?rules\)/);
    expect(text).toContain('lookup: pinnedTo(addresses)');
  });

  it('open a connection each, as a kept one could lead to an address that was not checked', () => {
    expect(readFileSync(join(root, DOOR), 'utf8')).toContain('{ ...options, agent: false }');
  });

  it.each([
    ["import { request } from 'node:https';", true],
    ["import { type ClientRequest, request } from 'node:http';", true],
    ["import type { IncomingMessage } from 'node:http';", false],
    ["import { isIP } from 'node:net';", false],
    ['const socket = createConnection(443, host);', true],
    ['await fetch(url);', true],
    ['await this.#fetch(url); prefetch(url);', false],
  ])('are recognised: %s', (text, expected) => expect(opensConnections(text)).toBe(expected));
});
