import { type StatusView, statusOf } from '../../../../shared/presentation/conversations.ts';
import { momentOf } from '../../arguments/moment.ts';
import { limitOption } from '../../arguments/options.ts';
import { pageSize, take } from '../../arguments/take.ts';
import { verb } from '../../command.ts';
import { toneStyle } from '../../output/statuses.ts';
import { type Conversation, withoutSessionKey } from './conversation.ts';

export const listConversations = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List conversations, newest first',
  options: {
    ...limitOption,
    title: { type: 'string', requiresArg: true, describe: 'Only titles that contain this text' },
    sandbox: { type: 'string', requiresArg: true, describe: 'Only those in this sandbox' },
    since: { type: 'string', requiresArg: true, describe: 'Created since a time: 7d, 2027-01-31' },
    until: { type: 'string', requiresArg: true, describe: 'Created before a time' },
  },
  examples: [
    ['conversations list --since 7d', 'From the last week'],
    ['conversations list --json | jq -r ".[].id"', 'Ids alone'],
  ],
  run: async ({ limit, title, sandbox, since, until }, { out, client }) => {
    const now = new Date();
    const filters = {
      limit: pageSize(limit),
      ...(title === undefined ? {} : { title__contains: title }),
      ...(sandbox === undefined ? {} : { sandbox_id__eq: sandbox }),
      ...(since === undefined ? {} : { created_at__gte: momentOf('since', since, now).toISOString() }),
      ...(until === undefined ? {} : { created_at__lt: momentOf('until', until, now).toISOString() }),
    };
    const found = await take((await client()).conversations(filters), limit);
    out.list(found.map(withoutSessionKey), 'No conversations found. Start one: acs conversations start "…"', () =>
      out.table(found, [
        { title: 'id', of: ({ id }) => id },
        { title: 'title', of: (row) => row.title ?? '', shrinks: true },
        { title: 'status', of: wordOf, shrinks: true, paint: (text, row) => out.paint(toneStyle(toneOf(row)), text) },
        { title: 'repository', of: (row) => row.selected_repository, shrinks: true },
        { title: 'updated', of: (row) => out.time(row.updated_at) },
      ]),
    );
  },
});

/** Undefined for a status of a later release. */
const viewOf = (row: Conversation): StatusView | undefined => statusOf(row);
const wordOf = (row: Conversation): string => viewOf(row)?.label ?? row.sandbox_status;
const toneOf = (row: Conversation) => viewOf(row)?.tone ?? 'plain';
