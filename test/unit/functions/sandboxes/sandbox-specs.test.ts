import { describe, expect, it } from 'vitest';
import { batchGetSandboxSpecs } from '../../../../functions/sandboxes/batch-get-sandbox-specs.ts';
import { searchSandboxSpecs } from '../../../../functions/sandboxes/search-sandbox-specs.ts';
import { pricesOf } from '../../../../shared/domain/billing/usage/prices.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { noOwnSpecs } from '../../../support/sandboxes/no-own-specs.ts';
import { aSpec, someSpecs } from '../../../support/sandboxes/sandbox-data.ts';

const unavailable = { reason: 'agent-server is not installed on this machine', install: 'pip install agent-server' };
const deps = {
  specs: someSpecs(aSpec(), aSpec({ id: 'ghcr.io/openhands/agent-server:1' }), aSpec({ id: 'third', unavailable })),
  ownSpecs: noOwnSpecs,
  prices: pricesOf('us-east-1'),
  rules: undefined,
};
const search = (query: NonNullable<TestRequest['query']>) => invoke(searchSandboxSpecs, deps, { query });

describe('GET /api/v1/sandbox-specs/search', () => {
  it('says what the operator allows for specs of owners, if anything', async () => {
    const rules = { registries: ['ghcr.io/acme'], most: 10, admins_only: true, ports: [] };
    const { body } = await invoke(searchSandboxSpecs, { ...deps, rules }, { query: {} });

    expect(body.own_specs).toEqual({ registries: ['ghcr.io/acme'], max: 10, admins_only: true });
    expect((await search({})).body.own_specs).toBeNull();
  });

  it('lists the specs, the default first, with their public fields', async () => {
    const { body } = await search({});

    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([
      'reference',
      'ghcr.io/openhands/agent-server:1',
      'third',
    ]);
    expect(body.items[0]).toEqual({
      id: 'reference',
      command: ['--port', '8000'],
      created_at: '2026-11-21T00:00:00Z',
      initial_env: { LOG_JSON: 'true' },
      working_dir: '/workspace/project',
      vcpu: 1,
      memory_gb: 4,
      workspace_gb: 20,
      // 0.04048 + 4 * 0.004445 + 0.005 + 20 * 0.08 / 720
      cost_per_hour_usd: '0.065482',
      // 0.3 * (0.04048 + 4 * 0.004445) + 0.005 + 20 * 0.08 / 720
      spot_cost_per_hour_usd: '0.024700',
      sizes: expect.arrayContaining([
        { vcpu: 1, memory_gb: 4, cost_per_hour_usd: '0.065482', spot_cost_per_hour_usd: '0.024700' },
        // 2 * 0.04048 + 8 * 0.004445 + 0.005 + 20 * 0.08 / 720
        { vcpu: 2, memory_gb: 8, cost_per_hour_usd: '0.123742', spot_cost_per_hour_usd: expect.any(String) },
      ]),
      workspace_gb_range: { min: 10, max: 100 },
      workspace_cost_per_gb_month_usd: '0.080000',
      ...{ architecture: 'X86_64', capacity: 'on_demand' },
      unavailable_reason: null,
      install_command: null,
      created_by_user_id: null,
      version: null,
      offered_version: null,
      check: null,
    });
    expect(body.items[2]).toMatchObject({
      unavailable_reason: 'agent-server is not installed on this machine',
      install_command: 'pip install agent-server',
    });
    expect(body.next_page_id).toBeNull();
  });

  it('pages through the specs', async () => {
    const ids: string[] = [];
    let page_id: string | null = null;
    do {
      const { body } = await search({ limit: 1, ...(page_id ? { page_id } : {}) });
      ids.push(...body.items.map(({ id }: { id: string }) => id));
      page_id = body.next_page_id;
    } while (page_id);

    expect(ids).toEqual(deps.specs.all.map(({ id }) => id));
  });
});

describe('GET /api/v1/sandbox-specs?id=', () => {
  it('answers in the order of the ids, with null for missing ones', async () => {
    const id = ['third', 'nothing', 'ghcr.io/openhands/agent-server:1'];

    const { body } = await invoke(batchGetSandboxSpecs, deps, { query: { id } });

    expect(body.map((spec: { id: string } | null) => spec?.id ?? null)).toEqual(['third', null, id[2]]);
  });
});
