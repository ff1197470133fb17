import { describe, expect, it } from 'vitest';
import { EdgeFunction } from '../../../infra/local/edge/edge-function.ts';
import { cases, valuesFor } from '../../bench/edge/cases.ts';
import { codeOf, DOMAIN, edgeCode, NOW } from '../../support/ingress/an-edge.ts';

const task = 'ec2-3-208-1-2.eu-central-1.compute.amazonaws.com';

/** Where each request of the bench goes, or the response of the edge. */
const ways: Readonly<Record<string, string>> = {
  label: task,
  'lasting address': task,
  'opened port, access link': task,
  'opened port, key in a header': task,
  'opened port, cookie': task,
  'no entry: to the service': 'api.example.com',
  'forged name': '403 sandbox_address_invalid',
  'no address': '404 not_found',
};

describe('bench:edge', () => {
  it.each(cases)('measures what it names: $name', async (each) => {
    const values = valuesFor(each);
    const edge = new EdgeFunction(
      edgeCode({ sandboxDomain: DOMAIN }),
      { get: async (key) => values[key] },
      { now: () => new Date(NOW * 1000) },
    );
    const verdict = await edge.run(each.request);

    expect(verdict.kind === 'forward' ? verdict.origin.domainName : codeOf(verdict)).toBe(ways[each.name]);
  });
});
