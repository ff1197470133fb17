import { afterEach, describe, expect, it } from 'vitest';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';

const { stateDirectory } = service();

describe.runIf(stateDirectory !== null)('the limit of calls while the count of calls fails', () => {
  const faults = new Faults(stateDirectory ?? '');
  afterEach(() => faults.clear());

  it('lets every call pass', async () => {
    const { api } = await newOwner(['--requests-per-minute', '1']);
    const fault = { service: 'dynamodb', action: 'UpdateItem', kind: 'error', function: 'authorize' } as const;
    await faults.add({ ...fault, times: 1_000 });

    const answers = await Promise.all([1, 2, 3].map(() => api.get('/api/keys/current')));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { headers } of answers) expect(headers.get('ratelimit')).toBeNull();
  });
});
