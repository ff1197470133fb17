import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './import-graph.ts';

/** What a caller sends as the address of the service, in code and in mapping templates. */
const ADDRESS_OF_REQUEST =
  /\bdomain(Name|Prefix)\b|headers\??\.host\b|\[['"](host|forwarded)['"]\]|x-forwarded-(host|proto|for|port)/i;

/** The whole of what answers a request: functions, what they share, and what API Gateway answers by itself. */
const answering = globSync('{functions,shared,infra/api}/**/*.ts', { cwd: root }).filter(
  // The typed client runs elsewhere, and the committed description is text.
  (file) => !/^shared\/client\//.test(file),
);

describe('the address of the service', () => {
  it('is read from the settings alone: no answer looks at what a caller sent as Host or X-Forwarded-Host', () => {
    const found = answering.filter((file) => ADDRESS_OF_REQUEST.test(readFileSync(join(root, file), 'utf8')));

    expect(found).toEqual([]);
  });

  it.each([
    'event.requestContext.domainName',
    "event.headers['host']",
    'headers.host',
    "header('X-Forwarded-Host')",
    '$context.domainName',
  ])('would be found in a request: %s', (text) => expect(ADDRESS_OF_REQUEST.test(text)).toBe(true));
});
