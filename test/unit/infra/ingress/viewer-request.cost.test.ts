import { expect, it } from 'vitest';
import { EdgeFunction, type ViewerRequest } from '../../../../infra/local/edge/edge-function.ts';
import { CODE_LIMIT } from '../../../../infra/local/edge/edge-syntax.ts';
import { aLabel, anEdge, codeOf, DOMAIN, edgeCode, toHost, toPath } from '../../../support/ingress/an-edge.ts';

/** Milliseconds of CPU: CloudFront ends a function that needs more. */
const CPU_LIMIT = 1;

const WARMING = 100;
const MEASURED = 300;

/** CloudFront has one size for all regions and domains. */
const longest = { region: 'ap-southeast-99', sandboxDomain: `${'a'.repeat(63)}.${'b'.repeat(63)}.example.com` };

it('fits into what CloudFront takes, with the longest region and a long domain', () => {
  expect(Buffer.byteLength(edgeCode(longest))).toBeLessThanOrEqual(CODE_LIMIT);
  expect(CODE_LIMIT).toBe(10 * 1024);
});

/** Milliseconds of CPU of a warm run, as at an edge; the median, as this thread also collects the garbage of others. */
async function cpuOf(edge: EdgeFunction, request: ViewerRequest): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < WARMING + MEASURED; run += 1) {
    const before = threadCpu();
    await edge.run(request);
    runs.push(threadCpu() - before);
  }
  const warm = runs.slice(-MEASURED).toSorted((one, other) => one - other);
  return (warm[MEASURED / 2] ?? Number.POSITIVE_INFINITY) / 1000;
}

/** Linux brings the CPU of a thread up to date only now and then, unless the CPU of its process is read. */
function threadCpu(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

it.each([
  ['a path', undefined, toPath(aLabel(), { query: 'a=1&b=2' })],
  ['a host', DOMAIN, toHost(aLabel(), { query: 'a=1&b=2' })],
])('needs no more CPU than CloudFront gives, for %s', async (_form, sandboxDomain, request) => {
  const edge = anEdge({ sandboxDomain });

  expect(codeOf(await edge.run(request))).toBeUndefined();
  const cpu = await cpuOf(edge, request);

  expect(cpu).toBeGreaterThan(0);
  expect(cpu).toBeLessThanOrEqual(CPU_LIMIT);
});

it('finds a function that needs more', async () => {
  const code = 'function handler() { for (let at = 0; at < 3e7; at += 1) {} return { statusCode: 204 }; }';

  const cpu = await cpuOf(new EdgeFunction(code, { get: async () => undefined }), toPath(aLabel()));

  expect(cpu).toBeGreaterThan(CPU_LIMIT);
});
