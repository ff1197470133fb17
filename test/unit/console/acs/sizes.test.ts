import { expect, it } from 'vitest';
import { askedByAcs } from '../../../support/service/asked-by-acs.ts';

const id = '01930000000000000000000000000001';
const snapshot = '01930000000000000000000000000002';
const size = { cpu: 2, memory_gb: 8, disk_gb: 50, requested: null };
const rounded = { ...size, requested: { cpu: 1.5, memory_gb: 5 } };
const sandbox = {
  ...{ id, status: 'RUNNING', session_api_key: 'secret', transitions: [], sandbox_spec_id: 'large' },
  ...{ capacity: 'spot', resources: size, next_resources: null },
};
const offered = { vcpu: 2, memory_gb: 8, cost_per_hour_usd: '0.200000', spot_cost_per_hour_usd: '0.100000' };
const spec = {
  ...{ ...offered, id: 'large', workspace_gb: 20, workspace_cost_per_gb_month_usd: '0.072000', sizes: [offered] },
  unavailable_reason: null,
};
const task = { id: 'task', conversation_id: 'c', status: 'WORKING', resources: rounded };

const acs = askedByAcs({
  'GET /api/v1/sandbox-specs/search': { items: [spec] },
  [`PATCH /api/v1/sandboxes/${id}`]: { ...sandbox, next_resources: size },
  'POST /api/v1/sandboxes': { ...sandbox, resources: rounded },
  'POST /api/v1/app-conversations': task,
  [`POST /api/v1/app-conversations/${id}/fork`]: task,
  [`POST /api/v1/sandboxes/${id}/fork`]: { items: [{ sandbox, error: null }] },
});

const chosen = ['--cpu', '1.5', '--memory', '5', '--disk', '50'] as const;
const resources = { cpu: 1.5, memory_gb: 5, disk_gb: 50 };

it('acs sandboxes resize changes the size, and shows what it costs on the capacity of the sandbox', async () => {
  await acs.run('sandboxes', 'resize', id, '--cpu', '2', '--disk', '50');

  expect(acs.requests[0]).toEqual([`PATCH /api/v1/sandboxes/${id}`, { resources: { cpu: 2, disk_gb: 50 } }]);
  // Spot, and 30 GB more than the workspace of the spec at 0.072 / 720 each.
  expect(acs.printed).toEqual(['From the next resume on: 2 vCPUs, 8 GB, disk of 50 GB, $0.103 an hour']);
});

it('acs sandboxes resize shows a size without a price if its spec no longer exists', async () => {
  acs.answers = { ...acs.answers, 'GET /api/v1/sandbox-specs/search': { items: [] } };

  await acs.run('sandboxes', 'resize', id, '--cpu', '2');

  expect(acs.printed).toEqual(['From the next resume on: 2 vCPUs, 8 GB, disk of 50 GB']);
});

it('acs sandboxes resize asks the service nothing without a size', async () => {
  await expect(acs.run('sandboxes', 'resize', id)).rejects.toMatchObject({ exitCode: 2 });
  expect(acs.requests).toEqual([]);
});

it('acs sandboxes start names the larger size that it got', async () => {
  await acs.run('sandboxes', 'start', ...chosen, '--no-wait');

  expect(acs.requests).toEqual([['POST /api/v1/sandboxes', { resources }]]);
  expect(acs.printed).toContain('Size: 2 vCPUs, 8 GB, disk of 50 GB (requested: 1.5 vCPUs, 5 GB)');
});

it('acs conversations start sends a snapshot, a size and a capacity, and names the size that it got', async () => {
  const machine = [...chosen, '--capacity', 'spot'];
  await acs.run('conversations', 'start', 'Go on', '--snapshot', snapshot, ...machine, '--no-wait');

  const body = { snapshot_id: snapshot, resources, capacity: 'spot' };
  expect(acs.requests).toMatchObject([['POST /api/v1/app-conversations', body]]);
  expect(acs.printed.join('\n')).toContain('disk of 50 GB (requested: 1.5 vCPUs, 5 GB)');
});

it.each(['sandboxes', 'conversations'])('acs %s fork sends a size and a capacity', async (noun) => {
  await acs.run(noun, 'fork', id, ...chosen, '--capacity', 'spot', '--no-wait');

  expect(acs.requests).toMatchObject([[expect.stringContaining('/fork'), { resources, capacity: 'spot' }]]);
});
