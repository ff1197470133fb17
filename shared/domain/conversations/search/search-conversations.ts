import type * as z from 'zod';
import type { countAppConversations, searchAppConversations } from '../../../contract/conversations/conversations.ts';
import { onlyFor } from '../../../contract/endpoint/audience.ts';
import { isUuid } from '../../../contract/shapes/ids.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { type Page, pageIdAfter, positionOf } from '../../../platform/paging.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import type { Conversation } from '../record/conversation.ts';
import { isIn } from '../record/conversation-homes.ts';
import { type ConversationFilter, type ConversationStore, createdAtOf } from '../record/conversation-store.ts';
import { appConversationViews, type KnownSandboxes, type ViewDeps, type Viewer } from '../record/conversation-view.ts';
import { comparesStatuses, statusMatching } from './status-filter.ts';
import { searchTexts, type TextSearchDeps } from './text-search.ts';

type Search = z.output<typeof searchAppConversations.query>;

export interface ListDeps extends ViewDeps, PageDeps {
  readonly sandboxes: ViewDeps['sandboxes'] & PageDeps['sandboxes'];
}

export interface SearchDeps extends ListDeps {
  readonly events: TextSearchDeps['events'];
}

/** The search of the current generation, for two paths. */
export async function searchConversations(
  viewer: Viewer,
  { page_id: pageId, limit, ...filters }: Search,
  deps: SearchDeps,
) {
  const { ownerId } = viewer;
  const { id__contains: part, text__contains: text } = filters;
  const scope = { ownerId, list: 'app-conversations', filters };
  const after = positionOf(pageId, scope);
  const filter = { ...filterOf(filters), visibleTo: onlyFor(viewer) };
  if (part === undefined && text === undefined && !comparesStatuses(filters)) {
    const { items, next, known } = await pageWithSandboxes(ownerId, { filter, limit, after }, deps);
    return { items: await appConversationViews(viewer, items, deps, known), next_page_id: pageIdAfter(next, scope) };
  }
  const { matching, known, stillMatches } = statusMatching(ownerId, filters, deps.sandboxes);
  const { items, next, events } =
    text === undefined
      ? { ...(await deps.conversations.list(ownerId, filter, limit, after, matching)), events: 0 }
      : await searchTexts(ownerId, { filter, matching, text, limit, after }, deps);
  const views = await appConversationViews(viewer, items, deps, known);
  return {
    items: views.filter(stillMatches),
    next_page_id: pageIdAfter(next, scope),
    searched: { events, created_after: next === null ? null : timestamp(createdAtOf(next)) },
  };
}

/** The filters that the table checks. */
export function filterOf(filters: z.output<typeof countAppConversations.query>): ConversationFilter {
  return {
    titleContains: filters.title__contains,
    createdFrom: filters.created_at__gte,
    createdBefore: filters.created_at__lt,
    updatedFrom: filters.updated_at__gte,
    updatedBefore: filters.updated_at__lt,
    sandboxId: filters.sandbox_id__eq,
    repository: filters.selected_repository__eq,
    model: filters.llm_model__eq,
    createdBy: filters.created_by_user_id__eq,
    includeSubConversations: filters.include_sub_conversations,
  };
}

interface PageDeps {
  readonly conversations: Pick<ConversationStore, 'list'>;
  readonly sandboxes: Pick<SandboxReader, 'findMany' | 'newest'>;
  readonly now: Clock;
}

interface ManyDeps {
  readonly conversations: Pick<ConversationStore, 'findMany'>;
  readonly sandboxes: Pick<SandboxReader, 'findMany'>;
}

interface Wanted {
  readonly filter: ConversationFilter;
  readonly limit: number;
  readonly after: string | null;
}

interface PageWithSandboxes extends Page<Conversation> {
  /** The sandboxes that were read with the page. */
  readonly known: KnownSandboxes;
}

/** Maximum difference between the clocks of two functions, in milliseconds. */
const SKEW = 60_000;

/**
 * A page of conversations and, read at the same time, the sandboxes of about the same age: most conversations are in a
 * sandbox that was created with them. This takes fewer read units than reading the sandboxes by their keys. Other
 * sandboxes remain to be read.
 */
export async function pageWithSandboxes(ownerId: string, wanted: Wanted, deps: PageDeps): Promise<PageWithSandboxes> {
  const { filter, limit, after } = wanted;
  const [page, sandboxes] = await Promise.all([
    deps.conversations.list(ownerId, filter, limit, after),
    filter.sandboxId === undefined
      ? deps.sandboxes.newest(ownerId, lastCreation(wanted, deps.now()), limit)
      : deps.sandboxes.findMany(ownerId, [filter.sandboxId]),
  ]);
  return { ...page, known: knownTo(page.items, sandboxes) };
}

/**
 * Conversations by id, in no particular order, and, read at the same time, the sandboxes with the same ids. For a
 * conversation in another sandbox, the guess costs one read unit.
 */
export async function manyWithSandboxes(
  ownerId: string,
  ids: readonly string[],
  deps: ManyDeps,
): Promise<Pick<PageWithSandboxes, 'items' | 'known'>> {
  const [items, sandboxes] = await Promise.all([
    deps.conversations.findMany(ownerId, ids),
    deps.sandboxes.findMany(ownerId, ids.filter(isUuid)),
  ]);
  return { items, known: knownTo(items, sandboxes) };
}

/** The sandboxes that do belong to these conversations. */
function knownTo(conversations: readonly Conversation[], sandboxes: readonly Sandbox[]): KnownSandboxes {
  const byId = new Map(sandboxes.map((sandbox) => [sandbox.sandbox_id, sandbox]));
  const known = conversations.flatMap((conversation) => {
    const sandbox = byId.get(conversation.sandbox_id);
    return sandbox && isIn(sandbox, conversation) ? [[sandbox.sandbox_id, sandbox] as const] : [];
  });
  return new Map(known);
}

/** The earliest bound that no conversation on the page was created after. */
function lastCreation({ filter: { createdBefore }, after }: Wanted, now: Date): Date {
  const times = [
    now.getTime() + SKEW,
    ...(createdBefore === undefined ? [] : [Date.parse(createdBefore)]),
    ...(after === null ? [] : [createdAtOf(after).getTime()]),
  ];
  return new Date(Math.min(...times.filter((time) => !Number.isNaN(time))));
}
