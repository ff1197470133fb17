import { describe, expect, it } from 'vitest';
import type { Query } from '../../support/service/api.ts';
import { newOwner } from '../../support/service/owners.ts';

interface Page {
  readonly results: readonly { readonly conversation_id: string; readonly created_at: string }[];
  readonly next_page_id: string | null;
}

const owner = await newOwner();
const created: string[] = [];
for (const body of [{}, {}, {}, {}, { suggested_task: { repo: 'octo/even' } }])
  created.push((await owner.api.post('/api/conversations', body)).body.conversation_id);

async function list(query: Query = {}): Promise<Page> {
  const { status, body, text } = await owner.api.get('/api/conversations', query);
  expect(status, text).toBe(200);
  return body;
}

const idsOf = ({ results }: Page) => results.map(({ conversation_id: id }) => id);

describe('the legacy list', () => {
  it('returns all conversations, newest first', async () => {
    const page = await list();

    expect(idsOf(page)).toEqual(created.toReversed());
    expect(page.next_page_id).toBeNull();
    expect(page.results[0]).toEqual({
      conversation_id: created.at(-1),
      title: expect.stringMatching(/\S/),
      last_updated_at: expect.stringMatching(/Z$/),
      status: expect.stringMatching(/^(STARTING|RUNNING)$/),
      message: null,
      runtime_status: expect.stringMatching(/^STATUS\$(STARTING_RUNTIME|SETTING_UP_WORKSPACE|READY)$/),
      selected_repository: 'octo/even',
      selected_branch: null,
      git_provider: null,
      trigger: 'suggested_task',
      num_connections: 0,
      url: expect.toBeOneOf([null, expect.stringContaining(created.at(-1) ?? '')]),
      session_api_key: expect.toBeOneOf([null, expect.any(String)]),
      created_at: expect.stringMatching(/Z$/),
      pr_number: [],
      conversation_version: 'V1',
      sub_conversation_ids: [],
    });
  });

  it('continues after its page id when newer conversations are created', async () => {
    const first = await list({ limit: 2 });
    const { body } = await owner.api.post('/api/conversations', {});
    created.push(body.conversation_id);

    const second = await list({ limit: 2, page_id: first.next_page_id ?? '' });

    expect([...idsOf(first), ...idsOf(second)]).toEqual(created.slice(0, -1).toReversed().slice(0, 4));
    expect(idsOf(await list({ limit: 1 }))).toEqual([body.conversation_id]);
  });
});
