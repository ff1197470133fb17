import { expect, it } from 'vitest';
import { CODE_LIMIT } from '../../../../infra/local/edge/edge-syntax.ts';
import { aLabel, anEdge, codeOf, DOMAIN, edgeCode, toHost, toPath } from '../../../support/ingress/an-edge.ts';

/** Milliseconds of CPU: CloudFront ends a function that needs more. */
const CPU_LIMIT = 1;

/** CloudFront has one size for all regions and domains. */
const longest = { region: 'ap-southeast-99', sandboxDomain: `${'a'.repeat(63)}.${'b'.repeat(63)}.example.com` };

it('fits into what CloudFront takes, with the longest region and a long domain', () => {
  expect(Buffer.byteLength(edgeCode(longest))).toBeLessThanOrEqual(CODE_LIMIT);
  expect(CODE_LIMIT).toBe(10 * 1024);
});

it.each([
  ['a path', undefined, toPath(aLabel(), { query: 'a=1&b=2' })],
  ['a host', DOMAIN, toHost(aLabel(), { query: 'a=1&b=2' })],
])('needs no more CPU than CloudFront gives, for %s', async (_form, sandboxDomain, request) => {
  const runs: number[] = [];
  const edge = anEdge({ sandboxDomain, onRun: (cpuMicroseconds) => runs.push(cpuMicroseconds) });

  for (let run = 0; run < 400; run += 1) expect(codeOf(await edge.run(request))).toBeUndefined();

  // Warm, as at an edge; and half of the runs, as this thread also collects the garbage of others.
  const warm = runs.slice(100).toSorted((one, other) => one - other);
  expect(warm).toHaveLength(300);
  expect((warm[150] ?? Number.POSITIVE_INFINITY) / 1000).toBeLessThanOrEqual(CPU_LIMIT);
});
