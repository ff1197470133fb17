import { expect, it } from 'vitest';
import { createAnnouncement } from '../../../../functions/service/create-announcement.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';

it('an announcement with a misspelled time is refused, as it would be shown at once', async () => {
  const announced: unknown[] = [];
  const operations = { announce: async (one: unknown) => void announced.push(one) };
  const deps = { operations, now: () => new Date('2035-01-01T00:00:00.000Z') };

  const refused = await invoke(createAnnouncement, deps, {
    caller: { scopes: ['admin'] },
    body: { text: 'Maintenance', start_at: '2035-02-01T00:00:00Z' },
  });

  expect([refused.status, badFields(refused), announced]).toEqual([422, ['body.start_at'], []]);
});
