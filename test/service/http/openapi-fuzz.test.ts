import { expect, it } from 'vitest';
import { fuzz } from '../../fuzz/fuzz.ts';
import { searchSize } from '../../support/search-size.ts';
import { service } from '../../support/service/owners.ts';

/** CI runs a short search. `npm run test:fuzz` runs a longer one, with another seed. */
const SEED = 1;

// This test visits every operation, so it needs more time than the others.
it('every operation conforms to the OpenAPI document', async () => {
  const { baseUrl } = service();

  const report = await fuzz({ baseUrl, cases: searchSize.fuzzCases, seed: SEED });

  expect(report.findings.join('\n'), `seed ${report.seed}`).toBe('');
  // If the service refused everything, the search would prove little.
  expect(report.accepted).toBeGreaterThan(report.sent / 10);
}, 240_000);
