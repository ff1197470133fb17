import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SERVICES } from './test/e2e/support/pool.ts';
import { SecondTries } from './test/support/second-tries.ts';

/** How many files run at once that need no service. Vitest leaves a core free, which on two cores is half of the machine; many of these files wait for a process. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** Tests of real processes on a machine that does other things too get a second try. The run tells which ones needed it (`SecondTries`); what fails twice is no accident. */
const retry = 1;

/** Rings of tests, from the fastest to the one that runs the whole service. `npm test` runs all of them. */
export default defineConfig({
  test: {
    // What a passing test makes the service log is no news.
    silent: 'passed-only',
    // CI counts the tests.
    reporters: process.env.CI
      ? ['default', new SecondTries(), ['json', { outputFile: '.ci/results.json' }]]
      : ['default', new SecondTries()],
    projects: [
      { test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'], maxWorkers } },
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 60_000, maxWorkers } },
      {
        test: {
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers,
          retry,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/support/service.ts'],
          // Whoever waits has a deadline of its own, which says what it waited for.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Each has a service to itself.
          maxWorkers: SERVICES,
          retry,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'permissions',
          include: ['test/permissions/**/*.test.ts'],
          testTimeout: 60_000,
          // It judges what the end-to-end tests needed.
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'secret-scan',
          include: ['test/secret-scan/**/*.test.ts'],
          testTimeout: 120_000,
          // It looks for what the end-to-end tests gave the service.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
