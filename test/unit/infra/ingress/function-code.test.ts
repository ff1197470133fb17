import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askEdge, inWords } from '../../../../infra/ingress/ask-edge.ts';
import { unreachable } from '../../../../infra/ingress/error-pages.ts';
import { codeOf, fillIn } from '../../../../infra/ingress/function-code.ts';
import { readCode } from '../../../../infra/local/edge/edge-syntax.ts';
import { PROJECT_ROOT } from '../../../../infra/local/terminal/options.ts';
import { edgeProblems } from '../../../../shared/contract/shapes/edge-problem.ts';
import { PortName } from '../../../../shared/contract/shapes/enums.ts';

const source = codeOf('viewer-request');

/** A text that is a name in braces. */
const placeholders = /"\{[a-zA-Z]+\}"/g;

it('leaves no placeholder', () => {
  expect(source.match(placeholders)).toEqual(['"{sandboxDomain}"', '"{region}"']);

  const code = fillIn(source, { region: 'eu-central-1', sandboxDomain: 'sandboxes.example.com' });

  expect(code.match(placeholders)).toBeNull();
  expect(code).toContain('="eu-central-1"');
  expect(code).toContain('="sandboxes.example.com"');
});

it('has an empty text without a domain', () => {
  const code = fillIn(source, { region: 'eu-central-1', sandboxDomain: undefined });

  expect(code).not.toContain('sandboxDomain}');
});

it.each(['$' + '{Token[AWS.Region.4]}', '$&'])(
  'writes %s unchanged, although a CDK token can contain a pattern of replaceAll',
  (region) => {
    expect(fillIn(source, { region, sandboxDomain: undefined })).toContain(`="${region}"`);
  },
);

it('refuses a source without a place to fill in', () => {
  expect(() => fillIn('const REGION = "{region}";', { region: 'us-east-1', sandboxDomain: undefined })).toThrow(
    'The code of the edge function has no placeholder for sandboxDomain.',
  );
});

it.each(['viewer-request', 'viewer-response'] as const)('%s is one file that CloudFront accepts', (name) => {
  const code = codeOf(name);

  const { imports } = readCode(code);

  expect(code).not.toMatch(/\/\*|^\s*\/\/|export/m);
  expect(imports.map(({ module }) => module).toSorted()).toEqual(
    name === 'viewer-request' ? ['cloudfront', 'crypto'] : [],
  );
  // CloudFront documents imports in the first lines only.
  expect(code.lastIndexOf('import ')).toBeLessThan(60);
});

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

const page = readFileSync(join(PROJECT_ROOT, 'docs/ingress.md'), 'utf8');

it("docs/ingress.md lists exactly the edge's responses", () => {
  const rows = [...page.matchAll(/^\| ([\d, ]+) \| `(\w+)` \|/gm)].flatMap(([, statuses = '', code]) =>
    statuses.split(', ').map((status) => [Number(status), code]),
  );

  const given = Object.entries(edgeProblems).map(([code, status]) => [status, code]);
  const pages = Object.keys(unreachable).map((status) => [Number(status), 'sandbox_moved']);
  expect(rows.toSorted()).toEqual([...given, ...pages].toSorted());
});

it('docs/ingress.md numbers the names of ports as labels do', () => {
  const numbered = PortName.options.map((name, number) => `${number} \`${name}\``).join(', ');

  expect(page).toContain(numbered);
});
