import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { paths } from '../../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { type StatusView, statusOf } from '../../../../shared/presentation/conversations.ts';
import { count } from '../../../../shared/presentation/money.ts';
import { conversationStates } from '../../arguments/choices.ts';
import { isoOf, limitOption, pageSize, sinceOptions, take } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { type Output, toneStyle } from '../../output/output.ts';
import { serviceClock } from '../../service-clock.ts';
import { withoutSessionKey } from '../sandbox.ts';
import type { Conversation } from './conversation.ts';

type Search = paths['/api/v1/app-conversations/search']['get'];
type Query = NonNullable<Search['parameters']['query']>;
type Page = Search['responses'][200]['content']['application/json'];

export const listConversations = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List conversations, newest first',
  options: {
    ...limitOption,
    status: {
      choices: conversationStates,
      coerce: (status: string) => status.toLowerCase() as (typeof conversationStates)[number],
      requiresArg: true,
      describe: 'Only conversations with this status',
    },
    repository: { type: 'string', alias: 'repo', requiresArg: true, describe: 'Only for this repository: owner/name' },
    model: { type: 'string', requiresArg: true, describe: 'Only with this language model' },
    title: { type: 'string', requiresArg: true, describe: 'Only titles that contain this text' },
    text: { type: 'string', requiresArg: true, describe: 'Only with this text in a message, a command or an output' },
    sandbox: { type: 'string', idOf: 'sandbox', requiresArg: true, describe: 'Only conversations in this sandbox' },
    ...sinceOptions,
    subs: { type: 'boolean', describe: 'Include conversations that other conversations started' },
    page: { type: 'string', requiresArg: true, describe: 'Continue a search from the page ID that it printed' },
  },
  examples: [
    ['conversations list --since 7d', 'From the last week'],
    ['conversations list --status failed --repository acme/shop', 'What failed there'],
    ['conversations list --text "connection refused"', 'Search messages and outputs, newest conversations first'],
    ['conversations list --json | jq -r ".[].id"', 'Only the IDs'],
  ],
  run: async (args, { out, client }) => {
    const now = serviceClock.now();
    const query: Query = {
      limit: pageSize(args.limit),
      status__eq: args.status,
      selected_repository__eq: args.repository,
      llm_model__eq: args.model,
      title__contains: args.title,
      text__contains: args.text,
      sandbox_id__eq: args.sandbox,
      created_at__gte: isoOf('since', args.since, now),
      created_at__lt: isoOf('until', args.until, now),
      include_sub_conversations: args.subs,
      page_id: args.page,
    };
    const reading = new Reading(await client(), query);
    const found = await take(reading.found(), args.limit);
    const isFiltered = Object.keys(query).some((name) => name !== 'limit' && query[name as keyof Query] !== undefined);
    const none = isFiltered
      ? 'No conversations match these filters.'
      : 'No conversations found. Start one: acs conversations start "…"';
    out.list(found.map(withoutSessionKey), none, () => tableOf(found, out));
    for (const line of reading.notes(out)) out.say(line);
  },
});

function tableOf(found: readonly Conversation[], out: Output): string {
  return out.table(found, [
    { title: 'ID', of: ({ id }) => id, keepsEnd: true },
    { title: 'title', of: (row) => row.title ?? '', shrinks: 20 },
    { title: 'status', of: wordOf, paint: (text, row) => out.paint(toneStyle(toneOf(row)), text) },
    { title: 'repository', of: (row) => row.selected_repository, shrinks: true, isSpare: true },
    { title: 'updated', of: (row) => out.time(row.updated_at), isSpare: true },
  ]);
}

/** Undefined for a status that this release does not know. */
const viewOf = (row: Conversation): StatusView | undefined => statusOf(row);
export const wordOf = (row: Conversation): string => viewOf(row)?.label ?? row.sandbox_status;
export const toneOf = (row: Conversation) => viewOf(row)?.tone ?? 'plain';

/** The most requests of one command. A text search reads about 2,000 events in each. */
const MOST_REQUESTS = 20;

/** The pages of a search. Few matches must not keep a command reading for ever. */
class Reading {
  readonly #client: ServiceClient;
  readonly #query: Query;
  #events = 0;
  /** The last page, if the search ended with it before its end. */
  #last: Page | undefined;

  constructor(client: ServiceClient, query: Query) {
    this.#client = client;
    this.#query = query;
  }

  async *found(): AsyncGenerator<Conversation, void> {
    let pageId = this.#query.page_id;
    for (let requests = 0; requests < MOST_REQUESTS; requests += 1) {
      const query = { ...this.#query, page_id: pageId };
      const page = await answerOf(this.#client.api.GET('/api/v1/app-conversations/search', { params: { query } }));
      this.#events += page.searched?.events ?? 0;
      yield* page.items;
      if (page.next_page_id === null) return;
      pageId = page.next_page_id;
      this.#last = requests + 1 === MOST_REQUESTS ? page : undefined;
    }
  }

  /** How far a text search looked, and how to search on. */
  notes(out: Output): readonly string[] {
    const events = this.#query.text__contains === undefined ? [] : [`Searched ${count(this.#events)} events.`];
    if (this.#last === undefined) return events;
    const { searched, next_page_id: next } = this.#last;
    const until = out.bothTimes(searched?.created_after ?? null);
    return [
      ...events,
      `The search stopped after ${MOST_REQUESTS} requests${until === null ? '' : `, at conversations created ${until}`}.`,
      `To continue, repeat the command with --page ${next}`,
    ];
  }
}
