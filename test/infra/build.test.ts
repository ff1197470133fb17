import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Build, build } from '../../infra/bundling/build.ts';
import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { workers } from '../../shared/contract/workers.ts';
import { BUILD_MS, built } from './built.ts';

/** Size limit of an endpoint's bundle in bytes. A cold function reads and parses all of it before it responds. */
const MAX_ENDPOINT_BYTES = 350_000;

/** Size limit of the authorizer, which runs before each endpoint. 28,000 of them verify tokens and find members. */
const MAX_AUTHORIZER_BYTES = 162_000;

describe('build', () => {
  let first: Build;
  let directory: string;

  beforeAll(async () => {
    first = await built();
    directory = mkdtempSync(join(tmpdir(), 'build-'));
  }, BUILD_MS);

  afterAll(() => rmSync(directory, { recursive: true }));

  const textOf = ({ directory }: Build, id: string) => readFileSync(join(directory, id, 'index.mjs'), 'utf8');

  const clientsOf = (id: string) => [
    ...new Set(
      first.bundles
        .filter((bundle) => bundle.id === id)
        .flatMap(({ sources }) => sources.flatMap((source) => /@aws-sdk\/(client-[^/]+)/.exec(source)?.[1] ?? [])),
    ),
  ];

  it('bundles every endpoint and every worker', () => {
    const ids = [...codedEndpoints, ...workers].map(({ id }) => id);

    expect(first.bundles.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const id of ids) expect(textOf(first, id)).toMatch(/export\{.*\bhandler\b.*\};/);
  });

  it('builds the same bytes from the same sources, whatever else it builds', async () => {
    const some = [...codedEndpoints, ...workers].filter(({ id }) =>
      /^(get-sandbox|get-alive|run-start-task)$/.test(id),
    );

    const second = await build(directory, some);

    expect(second.bundles).toHaveLength(3);
    for (const { id } of second.bundles) expect(textOf(second, id) === textOf(first, id)).toBe(true);
  });

  it('keeps the bundles of endpoints small, and that of the authorizer', () => {
    const limits = new Map<string, number>(codedEndpoints.map(({ id }) => [id, MAX_ENDPOINT_BYTES]));
    limits.set('authorize', MAX_AUTHORIZER_BYTES);
    const tooLarge = first.bundles.filter(({ id, bytes }) => bytes > (limits.get(id) ?? Number.POSITIVE_INFINITY));

    expect(tooLarge.map(({ id, bytes }) => `${id}: ${bytes}`)).toEqual([]);
  });

  it('bundles no module that a function does not use', () => {
    const sources = first.bundles.flatMap((bundle) => bundle.sources);
    const unwanted =
      /credential-provider|dist-cjs|zod\/v4\/locales\/(?!en\.js)|shared\/contract\/index\.ts|aws-cdk-lib|infra\/(?!bundling\/)/;

    expect([...new Set(sources.filter((source) => unwanted.test(source)))]).toEqual([]);
  });

  it("loads Node's own modules without an import", () => {
    for (const { id } of first.bundles) expect(textOf(first, id)).not.toMatch(/\bfrom\s*"node:|\bimport\s*"node:/);
  });

  it("bundles only the function's endpoint of an area", () => {
    const area = (codedEndpoints as readonly Endpoint[]).filter(({ area }) => area === 'conversations');
    const text = textOf(first, 'get-conversation');

    expect(area.filter(({ id }) => text.includes(`"${id}"`)).map(({ id }) => id)).toEqual(['get-conversation']);
  });

  it('bundles no client that the function does not call', () => {
    expect(clientsOf('get-alive')).toEqual([]);
    expect(clientsOf('pause-sandbox')).toEqual(['client-dynamodb']);
    const clients = new Set(codedEndpoints.flatMap(({ id }) => clientsOf(id)));
    expect([...clients].toSorted()).toEqual(['client-cloudwatch-logs', 'client-dynamodb']);
  });

  it('names the missing file when a function has no handler', async () => {
    const functions = [{ id: 'invent-sandbox', area: 'sandboxes' }];

    await expect(build(directory, functions)).rejects.toThrow(
      'invent-sandbox has no handler: write functions/sandboxes/invent-sandbox.ts',
    );
  });
});
