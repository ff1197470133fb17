import { listAudit } from '../../../shared/contract/accounts/audit.ts';
import { listKeys } from '../../../shared/contract/accounts/keys.ts';
import { listOwners } from '../../../shared/contract/accounts/owners.ts';
import { getLimits, getUsage } from '../../../shared/contract/billing/billing.ts';
import {
  countAppConversations,
  getAppConversation,
  listAppConversations,
  searchAppConversations,
} from '../../../shared/contract/conversations/conversations.ts';
import * as events from '../../../shared/contract/conversations/events.ts';
import { listConversations } from '../../../shared/contract/conversations/legacy-conversations.ts';
import * as startTasks from '../../../shared/contract/conversations/start-tasks.ts';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { batchGetSandboxes, searchSandboxes } from '../../../shared/contract/sandboxes/sandboxes.ts';
import { listWebhookEndpoints, listWebhookMessages } from '../../../shared/contract/webhooks/webhook-endpoints.ts';
import { RARE_KIND, timeOfEvent } from './history-rows.ts';
import { idOf, RARE_EVERY, RARE_TITLE, REPOSITORY, spanOfUsage, WEBHOOK_ENDPOINT } from './owner-rows.ts';

/** An owner of a run, with the ids that requests use. */
export interface BenchOwner {
  readonly id: string;
  /** The number of rows of each kind. */
  readonly rows: number;
  readonly now: Date;
  /** The conversation with the history, and its start. */
  readonly conversationId: string;
  readonly begin: Date;
}

type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * `flat`: reads as much with many rows as with few. `bounded`: a filter reads rows up to a bound, and the response says
 * that there can be more.
 */
type Growth = 'flat' | 'bounded';

export interface Case {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly growth: Growth;
  readonly params: (owner: BenchOwner) => Readonly<Record<string, string>>;
  readonly query: (owner: BenchOwner) => Query;
}

const none = () => ({});

function flat(name: string, endpoint: Endpoint, query: Case['query'] = none, params: Case['params'] = none): Case {
  return { name, endpoint, growth: 'flat', query, params };
}

function bounded(name: string, endpoint: Endpoint, query: Case['query'], params: Case['params'] = none): Case {
  return { name, endpoint, growth: 'bounded', query, params };
}

const minutesAgo = (minutes: number, { now }: BenchOwner) => new Date(now.getTime() - minutes * 60_000).toISOString();
const lastIds = ({ id, rows }: BenchOwner, count: number) =>
  Array.from({ length: count }, (_, index) => idOf(id, rows - 1 - index));
const inPath = ({ conversationId }: BenchOwner) => ({ conversation_id: conversationId });
const eventTime = ({ begin }: BenchOwner, number: number) => timeOfEvent(begin, number);
/** The newest row with the properties that a search looks for. */
const rareId = ({ id, rows }: BenchOwner) => idOf(id, rows - (rows % RARE_EVERY) - RARE_EVERY);

const conversationCases = [
  flat('page of 20', searchAppConversations, () => ({ limit: 20 })),
  flat('page of 100', listAppConversations, () => ({ limit: 100 })),
  flat('with sub-conversations', searchAppConversations, () => ({ limit: 100, include_sub_conversations: true })),
  flat('by ids', listAppConversations, (owner) => ({ ids: lastIds(owner, 20) })),
  flat('created in an hour', searchAppConversations, (owner) => ({
    created_at__gte: minutesAgo(90, owner),
    created_at__lt: minutesAgo(30, owner),
  })),
  bounded('by title', searchAppConversations, () => ({ limit: 100, title__contains: RARE_TITLE })),
  bounded('by a title that none has', searchAppConversations, () => ({ limit: 100, title__contains: 'absent' })),
  bounded('changed before', searchAppConversations, () => ({ updated_at__lt: '2000-01-01T00:00:00Z' })),
  bounded('changed since', searchAppConversations, (owner) => ({ updated_at__gte: minutesAgo(30, owner) })),
  bounded('by sandbox', searchAppConversations, (owner) => ({ sandbox_id__eq: rareId(owner) })),
  flat('page of 20', listConversations, () => ({ limit: 20 })),
  bounded('by repository', listConversations, () => ({ limit: 100, selected_repository: REPOSITORY })),
  bounded('by trigger', listConversations, () => ({ limit: 100, conversation_trigger: 'slack' })),
  flat('one', getAppConversation, none, inPath),
  flat('all', countAppConversations),
  flat('with sub-conversations', countAppConversations, () => ({ include_sub_conversations: true })),
  flat('created in an hour', countAppConversations, (owner) => ({ created_at__gte: minutesAgo(60, owner) })),
  bounded('by title', countAppConversations, () => ({ title__contains: RARE_TITLE })),
  bounded('changed since', countAppConversations, (owner) => ({ updated_at__gte: minutesAgo(30, owner) })),
  bounded('by sandbox', countAppConversations, (owner) => ({ sandbox_id__eq: rareId(owner) })),
];

const { batchGetStartTasks, countStartTasks, searchStartTasks } = startTasks;
const orders = ['CREATED_AT', 'CREATED_AT_DESC', 'UPDATED_AT', 'UPDATED_AT_DESC'] as const;

const startTaskCases = [
  ...orders.map((order) => flat(`by ${order}`, searchStartTasks, () => ({ sort_order: order, limit: 20 }))),
  flat('created in an hour', searchStartTasks, (owner) => ({ created_at__gte: minutesAgo(60, owner) })),
  bounded('created in an hour, by UPDATED_AT', searchStartTasks, (owner) => {
    return { created_at__gte: minutesAgo(60, owner), sort_order: 'UPDATED_AT' };
  }),
  bounded('of a conversation', searchStartTasks, (owner) => ({ conversation_id__eq: rareId(owner) })),
  flat('by ids', batchGetStartTasks, (owner) => ({ ids: lastIds(owner, 20) })),
  flat('all', countStartTasks),
  flat('created in an hour', countStartTasks, (owner) => ({ created_at__gte: minutesAgo(60, owner) })),
  bounded('of a conversation', countStartTasks, (owner) => ({ conversation_id__eq: rareId(owner) })),
];

const { batchGetConversationEvents, countConversationEvents, countEvents, listEvents } = events;
const { searchConversationEvents, searchEvents } = events;
const ofHistory = ({ conversationId }: BenchOwner) => ({ conversation_id__eq: conversationId });

const eventCases = [
  flat('first page', searchConversationEvents, none, inPath),
  flat('last page', searchConversationEvents, () => ({ sort_order: 'TIMESTAMP_DESC' }), inPath),
  flat('last page', searchEvents, (owner) => ({ ...ofHistory(owner), sort_order: 'TIMESTAMP_DESC' })),
  flat(
    'of the last minute',
    searchConversationEvents,
    (owner) => ({ timestamp__gte: eventTime(owner, owner.rows - 60) }),
    inPath,
  ),
  bounded('of a kind', searchConversationEvents, () => ({ kind__eq: RARE_KIND }), inPath),
  bounded('of a kind that none has', searchConversationEvents, () => ({ kind__eq: 'AbsentEvent' }), inPath),
  flat('by ids', batchGetConversationEvents, (owner) => ({ id: lastIds(owner, 50) }), inPath),
  flat('all', countConversationEvents, none, inPath),
  flat('of a kind', countConversationEvents, () => ({ kind__eq: RARE_KIND }), inPath),
  flat('all', countEvents, ofHistory),
  flat(
    'of the last minute',
    countConversationEvents,
    (owner) => ({ timestamp__gte: eventTime(owner, owner.rows - 60) }),
    inPath,
  ),
  bounded('since the beginning', countConversationEvents, (owner) => ({ timestamp__gte: eventTime(owner, 1) }), inPath),
  bounded('of an unknown kind', countConversationEvents, () => ({ kind__eq: 'AbsentEvent' }), inPath),
  flat('first part', listEvents, none, inPath),
  flat('last part', listEvents, ({ rows }) => ({ start_id: rows - 20 }), inPath),
  flat('last part, backwards', listEvents, () => ({ reverse: true }), inPath),
];

const otherCases = [
  flat('page of 20', searchSandboxes, () => ({ limit: 20 })),
  flat('by ids', batchGetSandboxes, (owner) => ({ id: lastIds(owner, 20) })),
  flat('page of 50', listAudit),
  flat('of an hour', listAudit, (owner) => ({ from: minutesAgo(90, owner), to: minutesAgo(30, owner) })),
  bounded('by action', listAudit, () => ({ action: 'delete-sandbox' })),
  bounded('by key', listAudit, () => ({ key_id: 'absent' })),
  bounded('by resource', listAudit, (owner) => ({ resource: rareId(owner) })),
  flat('of 18 days', getUsage, ({ now }) => spanOfUsage(now)),
  flat('of 18 days by sandbox', getUsage, ({ now }) => ({ ...spanOfUsage(now), group_by: 'sandbox' })),
  flat('of 18 days split by sandbox', getUsage, ({ now }) => ({ ...spanOfUsage(now), split_by: 'sandbox' })),
  flat('limits', getLimits),
  flat('messages', listWebhookMessages, none, () => ({ endpoint_id: WEBHOOK_ENDPOINT })),
  flat('endpoints', listWebhookEndpoints),
  flat('keys', listKeys),
  flat('page of owners', listOwners, () => ({ limit: 100 })),
];

export const cases: readonly Case[] = [...conversationCases, ...startTaskCases, ...eventCases, ...otherCases];
