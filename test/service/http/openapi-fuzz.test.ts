import { expect, it } from 'vitest';
import { fuzz } from '../../fuzz/fuzz.ts';
import { searchSize } from '../../support/search-size.ts';
import { service } from '../../support/service/owners.ts';

/** What every change tries. Longer, and by another seed: `npm run test:fuzz`. */
const SEED = 1;

// The ring's own limit is for one journey; this one visits every operation.
it('every operation answers what its document says, accepts what that allows and refuses what it forbids', async () => {
  const { baseUrl } = service();

  const report = await fuzz({ baseUrl, cases: searchSize.fuzzCases, seed: SEED });

  expect(report.findings.join('\n'), `seed ${report.seed}`).toBe('');
  // A world in which nothing works would prove little.
  expect(report.accepted).toBeGreaterThan(report.sent / 10);
}, 240_000);
