import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { RetriedTests } from './test/support/retried-tests.ts';
import { SERVICES } from './test/support/service/pool.ts';
import { SlowestTests } from './test/support/slowest-tests.ts';
import { workers as maxWorkers } from './test/support/workers.ts';

// Workers, services and commands load the same code again and again: what one of them compiled, the others read.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'node');

/** One DynamoDB Local for all files of a run. */
const engine = 'test/support/engine.setup.ts';

/** How long `expect.poll` waits for a condition on a busy machine. Its default is a second. */
const expectations = { poll: { timeout: 20_000 } };

/** Run before and after each file of tests. */
const ownService = 'test/support/service/own-service.ts';
const cleanUp = 'test/support/service/clean-up.ts';

const seeded = 'test/support/property-seed.setup.ts';

/**
 * Three services and browsers share two cores in CI, so one busy moment in thirty minutes would refuse a change that
 * has nothing to do with it. A test with processes gets a second try there, and `RetriedTests` names it.
 */
const retry = process.env.CI ? 1 : 0;

/** Rings of tests, from the fastest to the one that runs the whole service. `npm test` runs all of them. */
export default defineConfig({
  test: {
    // What a passing test makes the service log is no news.
    silent: 'passed-only',
    sequence: { sequencer: LongestFirst },
    // CI counts the tests.
    reporters: process.env.CI
      ? ['default', new SlowestTests(), new RetriedTests(), ['json', { outputFile: '.ci/results.json' }]]
      : ['default', new SlowestTests()],
    projects: [
      {
        test: {
          name: 'architecture',
          include: ['test/architecture/**/*.test.ts'],
          testTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'unit',
          expect: expectations,
          include: ['test/unit/**/*.test.ts'],
          setupFiles: [seeded],
          isolate: false,
          testTimeout: 60_000,
          maxWorkers,
        },
      },
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
          expect: expectations,
          include: ['test/integration/**/*.test.ts'],
          globalSetup: [engine],
          setupFiles: [
            seeded,
            'test/integration/infra/agent/end-agents.ts',
            'test/integration/check-commands.setup.ts',
          ],
          isolate: false,
          retry,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'service',
          expect: expectations,
          include: ['test/service/**/*.test.ts'],
          globalSetup: [engine, 'test/support/service/hosted-services.setup.ts'],
          setupFiles: [ownService, cleanUp],
          isolate: false,
          retry,
          // Each wait has a deadline of its own, whose error says what did not come.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: SERVICES,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          expect: expectations,
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/service/started-services.setup.ts'],
          setupFiles: [ownService, cleanUp],
          isolate: false,
          retry,
          // Each wait has a deadline of its own, whose error says what did not come. The longest test takes 76 s on a
          // quiet machine, and took 241 s on a busy one.
          testTimeout: 420_000,
          hookTimeout: 240_000,
          maxWorkers: SERVICES,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'permissions',
          include: ['test/permissions/**/*.test.ts'],
          testTimeout: 60_000,
          // It judges what the tests of the service needed.
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'secret-scan',
          include: ['test/secret-scan/**/*.test.ts'],
          testTimeout: 120_000,
          // It looks for what the tests gave the services.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
