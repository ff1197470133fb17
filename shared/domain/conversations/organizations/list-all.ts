import type * as z from 'zod';
import {
  type exportOrganizationConversations,
  statusesIn,
} from '../../../contract/conversations/organization-conversations.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import type { Conversation } from '../record/conversation.ts';
import type { ConversationStore } from '../record/conversation-store.ts';
import {
  byPerson,
  type KnownUser,
  type KnownUsers,
  type OrganizationConversation,
  organizationConversation,
  userOf,
} from './organization-conversation.ts';
import { daysBefore, readNewest, windowDays } from './read-newest.ts';

type Filters = z.output<(typeof exportOrganizationConversations)['query']>;

export interface ListAllDeps {
  readonly conversations: Pick<ConversationStore, 'list'>;
  readonly sandboxes: Pick<SandboxReader, 'findMany'>;
  readonly members: { ofOwner(ownerId: string): Promise<readonly KnownUser[]> };
  readonly now: Clock;
}

/** What a list found, in its order. */
export interface Found {
  readonly items: readonly Conversation[];
  /** Whether it examined all conversations. */
  readonly isComplete: boolean;
  readonly show: (some: readonly Conversation[]) => Promise<readonly OrganizationConversation[]>;
}

/** The conversations of an owner that filters leave, of the newest `most`. */
export async function listAll(ownerId: string, filters: Filters, most: number, deps: ListAllDeps): Promise<Found> {
  const { time_window: window } = filters;
  const createdFrom = window === 'all' ? undefined : daysBefore(deps.now(), windowDays[window]);
  const [{ conversations, isComplete }, members] = await Promise.all([
    readNewest(ownerId, { createdFrom, most }, deps.conversations),
    deps.members.ofOwner(ownerId),
  ]);
  const users = byPerson(members);
  const sandboxes = new Sandboxes(ownerId, deps.sandboxes);
  const named = conversations.filter(
    (one) =>
      (filters.include_sub_conversations || one.parent_conversation_id === null) &&
      (filters.search === undefined || isNamed(one, users, filters.search)),
  );
  const show = async (some: readonly Conversation[]) => {
    const rows = await sandboxes.of(some);
    return some.map((one) => organizationConversation(one, rows.get(one.sandbox_id), users));
  };
  const matching = await withStatuses(named, filters, show);
  return { items: sorted(matching, filters), isComplete, show };
}

/** The sandboxes of one request, each read once. */
class Sandboxes {
  readonly #rows = new Map<string, Sandbox>();
  readonly #asked = new Set<string>();
  readonly #ownerId: string;
  readonly #store: ListAllDeps['sandboxes'];

  constructor(ownerId: string, store: ListAllDeps['sandboxes']) {
    this.#ownerId = ownerId;
    this.#store = store;
  }

  async of(conversations: readonly Conversation[]): Promise<ReadonlyMap<string, Sandbox>> {
    const ids = [...new Set(conversations.map(({ sandbox_id: id }) => id))].filter((id) => !this.#asked.has(id));
    for (const id of ids) this.#asked.add(id);
    if (ids.length > 0)
      for (const row of await this.#store.findMany(this.#ownerId, ids)) this.#rows.set(row.sandbox_id, row);
    return this.#rows;
  }
}

/** Only filters by status need the sandboxes of all that was found. */
async function withStatuses(
  named: readonly Conversation[],
  { execution_status: texts, sandbox_status: sandbox }: Filters,
  show: Found['show'],
): Promise<readonly Conversation[]> {
  if (texts === undefined && sandbox === undefined) return named;
  const statuses = texts && statusesIn(texts);
  const views = await show(named);
  return named.filter((_, index) => {
    const view = views[index];
    return (
      (sandbox === undefined || view?.sandbox_status === sandbox) &&
      (statuses === undefined || statuses.includes(view?.execution_status ?? ''))
    );
  });
}

function isNamed(conversation: Conversation, users: KnownUsers, search: string): boolean {
  const wanted = search.toLowerCase();
  const { user_name, user_email } = userOf(conversation, users);
  const texts = [conversation.title, conversation.sandbox_id, user_name, user_email];
  return texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}

const sortKeys = {
  created_at: ({ created_at }: Conversation) => created_at,
  updated_at: ({ updated_at }: Conversation) => updated_at,
  llm_model: ({ llm_model }: Conversation) => llm_model ?? '',
  title: ({ title }: Conversation) => title.toLowerCase(),
  accumulated_cost: ({ metrics }: Conversation) => metrics?.accumulated_cost ?? 0,
} as const;

/** Equal ones stay in the order of their creation, the newest first. */
function sorted(items: readonly Conversation[], { sort_by: by, sort_order: order }: Filters): readonly Conversation[] {
  const key = sortKeys[by];
  const direction = order === 'asc' ? 1 : -1;
  return items.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    return a === b ? 0 : a < b ? -direction : direction;
  });
}
