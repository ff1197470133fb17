import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Build } from '../../infra/bundling/build.ts';
import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import { BUILD_MS, built } from './built.ts';
import { Grants } from './grants.ts';
import { Synthesis } from './synthesis.ts';

/** Names of resources follow from rights, which test/architecture/rights.test.ts compares with the code. */
const ofResource = /_(TABLE|FUNCTION)$|^(MASTER_SECRET|VAULT_KEY)_ARN$/;

const optional = ['LEGACY_SUNSET', 'LLM_BASE_URL', 'LLM_API_KEY_SECRET_ARN'];

const endpoints = new Set<string>(codedEndpoints.map(({ id }) => id));

describe('environment of functions', () => {
  let functions: Build;
  let synthesis: Synthesis;
  let variables: Grants['variables'];

  beforeAll(async () => {
    functions = await built();
    synthesis = new Synthesis({ stage: 'prod', bundles: functions.directory });
    variables = new Grants(synthesis).variables;
  }, BUILD_MS);

  afterAll(() => synthesis.remove());

  it('gives a function exactly the settings in its code', () => {
    const settingsIn = (given: object) => Object.keys(given).filter((name) => !ofResource.test(name));
    const known = new Set([...variables.values()].flatMap(settingsIn));
    for (const [id, given] of variables) {
      const code = readFileSync(join(functions.directory, id, 'index.mjs'), 'utf8');
      const isNamed = (name: string) => new RegExp(`["'\`]${name}["'\`]`).test(code) && !optional.includes(name);
      // Every endpoint has the name of its deployment, as nearly all can publish a metric of a damaged row.
      const named = [...known].filter((name) => isNamed(name) || (name === 'DEPLOYMENT' && endpoints.has(id)));

      expect({ id, variables: settingsIn(given).sort() }).toEqual({ id, variables: named.sort() });
    }
  });

  it("stays within Lambda's four kilobytes of variables", () => {
    // The name of a table has the longest name of a stack, its own, and 22 characters of CloudFormation.
    const longest = 'x'.repeat(24 + '-local-data'.length + 'WebhookEndpointsTable'.length + 22);
    const resolved = (value: unknown) => (typeof value === 'string' ? value : longest);
    for (const [id, given] of variables) {
      const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, resolved(value)]));
      expect({ id, bytes: JSON.stringify(values).length }).toEqual({ id, bytes: expect.toSatisfy((n) => n < 4096) });
    }
  });

  it('bundles the sandbox specs with exactly the functions that read them', () => {
    const readers = functions.bundles
      .filter(({ sources }) => sources.includes('shared/domain/sandboxes/specs/sandbox-specs.ts'))
      .map(({ id }) => id);

    expect(readers).toEqual(expect.arrayContaining(['search-sandbox-specs', 'start-sandbox', 'reconcile-sandbox']));
    for (const { id } of functions.bundles) {
      const read = () => readFileSync(join(synthesis.directory, 'functions', id, 'sandbox-specs.json'), 'utf8');
      if (readers.includes(id)) expect(JSON.parse(read())).toMatchObject({ default: 'openhands' });
      else expect(read).toThrow('ENOENT');
    }
  });
});
