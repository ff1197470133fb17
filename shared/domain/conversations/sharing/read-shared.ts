import type * as z from 'zod';
import { dashed } from '../../../contract/shapes/ids.ts';
import type { SharedConversation } from '../../../contract/shapes/shared-conversation.ts';
import type { SharedFileContent } from '../../../contract/shapes/shared-file.ts';
import { AppError } from '../../../platform/errors.ts';
import { pageIdAfter, positionOf } from '../../../platform/paging.ts';
import { SIGNED_TEXT_LENGTH } from '../../sandboxes/ingress/signed-text.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { type AgentEvent, logOf } from '../events/event.ts';
import type { EventReader } from '../events/event-store.ts';
import type { HistoryFilter, HistorySearch } from '../events/read-history.ts';
import { type Conversation, defaultTitle } from '../record/conversation.ts';
import type { ConversationHome } from '../record/conversation-homes.ts';
import { type ShareName, shareNameOf } from '../record/share-link.ts';
import { cleanText, type Hidden, sharedEvent, sharedKinds } from './shared-event.ts';
import type { SharedFiles } from './shared-files.ts';
import { countSharedRead, type SharedReadDeps } from './shared-reads.ts';

/** Conversations that are public, by what visitors send. */
export interface SharedConversations {
  /** @returns undefined also for what was revoked */
  find(name: ShareName): Promise<ConversationHome | undefined>;
}

export interface SharedDeps extends SharedReadDeps {
  readonly shared: SharedConversations;
}

export interface SharedHistoryDeps extends SharedDeps {
  readonly events: EventReader;
}

export interface SharedFileDeps extends SharedDeps {
  readonly files: Pick<SharedFiles, 'content'>;
}

interface Visit {
  /** The token of a link, or the id of a conversation. */
  readonly named: string;
  readonly sourceIp: string | null;
}

type View = z.input<typeof SharedConversation>;

/** In the order of the names, with null for what is not shared. @throws AppError `rate_limited` */
export async function sharedConversations(
  names: readonly string[],
  sourceIp: string | null,
  deps: SharedDeps,
): Promise<(View | null)[]> {
  await countSharedRead(sourceIp, deps);
  return Promise.all(
    names.map(async (named) => {
      const home = await found(named, deps);
      return home ? viewOf(named, home) : null;
    }),
  );
}

/** A page of events. Empty for what is not shared. @throws AppError `rate_limited`, `validation_failed` */
export async function searchShared(
  visit: Visit,
  {
    kind__eq: kind,
    timestamp__gte: from,
    timestamp__lt: before,
    sort_order: order,
    page_id: pageId,
    limit,
  }: HistorySearch,
  deps: SharedHistoryDeps,
) {
  const filters = { shared: visit.named, kind, from, before, order };
  const scope = { ownerId: '', list: 'shared-events', filters };
  const after = positionOf(pageId, scope);
  const home = await visited(visit, deps);
  const kinds = shownKinds(kind);
  if (!home || kinds.length === 0) return { items: [], next_page_id: null };
  const newestFirst = order === 'TIMESTAMP_DESC';
  const { items, next } = await deps.events.search(logOf(home.conversation), {
    ...{ kinds, from, before, newestFirst, limit, after },
  });
  return { items: shownIn(visit.named, home, items), next_page_id: pageIdAfter(next, scope) };
}

/** @throws AppError `rate_limited`, `too_many_rows` */
export async function countShared(
  visit: Visit,
  { kind__eq: kind, timestamp__gte: from, timestamp__lt: before }: HistoryFilter,
  deps: SharedHistoryDeps,
): Promise<number> {
  const home = await visited(visit, deps);
  const kinds = shownKinds(kind);
  if (!home || kinds.length === 0) return 0;
  return deps.events.count(logOf(home.conversation), { kinds, from, before });
}

/** In the order of the ids, with null for events that visitors do not see. @throws AppError `rate_limited` */
export async function sharedEventsById(
  visit: Visit,
  ids: readonly string[],
  deps: SharedHistoryDeps,
): Promise<(AgentEvent | null)[]> {
  const home = await visited(visit, deps);
  if (!home) return ids.map(() => null);
  // Event ids contain no number sign; the keys of other rows do.
  const possible = ids.filter((id) => !id.includes('#'));
  const events = await deps.events.findMany(logOf(home.conversation), possible);
  const byId = new Map(shownIn(visit.named, home, events).map((event) => [event.id, event]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** @throws AppError `rate_limited`, `not_found` */
export async function sharedFile(
  visit: Visit,
  fileId: string,
  deps: SharedFileDeps,
): Promise<z.input<typeof SharedFileContent>> {
  const home = await visited(visit, deps);
  const file = home?.conversation.shared_files?.find(({ id }) => id === fileId);
  const bytes = home && file && (await deps.files.content(logOf(home.conversation), fileId));
  if (!bytes) throw new AppError('not_found', 'The file is not shared, or the link was revoked.');
  const hidden = hiddenIn(visit.named, home);
  const text = textOf(bytes);
  const shown = { ...file, path: cleanText(file.path, hidden) };
  if (text === undefined) return { ...shown, encoding: 'base64', content: Buffer.from(bytes).toString('base64') };
  return { ...shown, encoding: 'utf-8', content: cleanText(text, hidden) };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function visited({ named, sourceIp }: Visit, deps: SharedDeps): Promise<ConversationHome | undefined> {
  await countSharedRead(sourceIp, deps);
  return found(named, deps);
}

async function found(named: string, { shared }: SharedDeps): Promise<ConversationHome | undefined> {
  const name = shareNameOf(named);
  return name && shared.find(name);
}

function shownKinds(kind: string | undefined): readonly string[] {
  return kind === undefined ? sharedKinds : sharedKinds.filter((one) => one === kind);
}

/** Without the ID of the conversation, which visitors with a link must not learn, its maker, and its cost. */
function viewOf(named: string, home: ConversationHome): View {
  const { conversation } = home;
  const hidden = hiddenIn(named, home);
  const shown = (text: string | null) => text && cleanText(text, hidden);
  return {
    id: named,
    created_by_user_id: null,
    sandbox_id: named,
    selected_repository: shown(conversation.selected_repository),
    selected_branch: shown(conversation.selected_branch),
    git_provider: conversation.git_provider,
    title: hidden.names.length > 0 && isDefaultTitle(conversation) ? null : shown(conversation.title),
    pr_number: conversation.pr_number,
    llm_model: conversation.llm_model,
    metrics: null,
    parent_conversation_id: null,
    sub_conversation_ids: [],
    files: (conversation.shared_files ?? []).map((file) => ({ ...file, path: cleanText(file.path, hidden) })),
    created_at: conversation.created_at,
    updated_at: conversation.updated_at,
  };
}

/** It has a part of the ID, or all of it. */
function isDefaultTitle({ conversation_id: id, title }: Conversation): boolean {
  return title === defaultTitle(id);
}

function shownIn(named: string, home: ConversationHome, events: readonly AgentEvent[]): AgentEvent[] {
  const hidden = hiddenIn(named, home);
  return events.flatMap((event) => sharedEvent(event, hidden) ?? []);
}

/** A shorter id, which its owner chose, opens nothing, and can be a word. */
const SHORTEST_NAME = 12;

function hiddenIn(named: string, { conversation, found: sandbox }: ConversationHome): Hidden {
  const { conversation_id: id, given_id: given } = conversation;
  const { agentConversationId } = logOf(conversation);
  const all = [id, agentConversationId, given ?? ''].flatMap((one) => [one, dashed(one)]);
  const names = [...new Set(all)].filter((one) => one.length >= SHORTEST_NAME);
  return { addresses: sandbox ? addressesOf(sandbox) : [], names: named === id ? [] : names };
}

/** What all URLs of a sandbox contain, those of ports that clients opened included. */
function addressesOf({ exposed_urls: urls, agent_url: agentUrl, public_address: address }: Sandbox): string[] {
  const all = [...(urls ?? []).map(({ url }) => url), ...(agentUrl === null ? [] : [agentUrl])];
  return [...new Set([...all.flatMap(addressIn), ...(address === null ? [] : [address])])];
}

function addressIn(url: string): string[] {
  const { host, pathname } = URL.parse(url) ?? { host: '', pathname: '/' };
  if (host === '') return [];
  // Below a domain of sandboxes, or on a host that all of them share, every address begins alike.
  const [label = '', ...domain] = host.split('.');
  return pathname === '/' && label.length === SIGNED_TEXT_LENGTH ? [`.${domain.join('.')}`] : [host];
}
