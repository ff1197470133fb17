import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './import-graph.ts';

/** Reads of a host that the caller sent, in code and in mapping templates. */
const ADDRESS_OF_REQUEST =
  /\bdomain(Name|Prefix)\b|headers\??\.host\b|\[['"](host|forwarded)['"]\]|x-forwarded-(host|proto|for|port)/i;

/** All code that creates responses: functions, shared code and the templates of API Gateway. */
const answering = globSync('{functions,shared,infra/api}/**/*.ts', { cwd: root }).filter(
  // The typed client runs in other programs, and the committed description is text.
  (file) => !/^shared\/client\//.test(file),
);

describe('the address of the service', () => {
  it('comes only from the settings, never from the Host or X-Forwarded-Host header', () => {
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
