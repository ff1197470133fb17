import * as z from 'zod';
import { agentTime } from '../../../contract/shapes/agent-time.ts';
import { retryLostRaces } from '../../../platform/errors.ts';
import { logOf } from '../../conversations/events/event.ts';
import type { EventLeases, EventReader } from '../../conversations/events/event-store.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import {
  followsTitle,
  hasReportedTitle,
  newlyTitled,
  reportedTitle,
} from '../../conversations/record/conversation-state.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentTitles } from './agent-histories.ts';
import { type HookDeps, keepReport } from './ingest.ts';

/** One run of a worker. */
export interface TitleRun {
  readonly holder: string;
  /** Whether it waits for a title that may be in the making. */
  readonly waits: boolean;
}

export interface TitleDeps extends HookDeps {
  readonly events: EventReader;
  readonly leases: EventLeases;
  readonly titles: AgentTitles;
  /** Waits so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Milliseconds: an agent that has answered its first message may still be making the title. */
const SOON = 4_000;

/** Milliseconds: longer than one worker asks an agent for a title. */
const LEASE = 60_000;

const QUESTION =
  'Name the subject of this conversation in at most eight words, as the title of a list entry. Answer with the title alone.';

const UserMessage = z.object({
  llm_message: z.object({ content: z.array(z.looseObject({ text: z.string().optional() })) }),
});

/** As long as the titles that agents make by themselves. */
const LONGEST = 50;

/**
 * Takes over the title of a conversation that has none yet: agents make one and do not announce it. Where the user
 * has asked for another one, the agent is asked for it. A title that the user chose stays.
 */
export async function bringTitle(
  conversation: Conversation,
  sandbox: Sandbox,
  { holder, waits }: TitleRun,
  deps: TitleDeps,
): Promise<void> {
  if (conversation.title_asked) return bringAskedTitle(conversation, sandbox, holder, deps);
  if (!followsTitle(conversation) || hasReportedTitle(conversation)) return;
  if ((await takeOver(conversation, sandbox, deps)) || !waits) return;
  await deps.pause(SOON);
  await takeOver(conversation, sandbox, deps);
}

/** @returns false when a title may come a little later */
async function takeOver(conversation: Conversation, sandbox: Sandbox, deps: TitleDeps): Promise<boolean> {
  const info = await deps.titles.conversation(sandbox, logOf(conversation).agentConversationId);
  if (!info) return true;
  await keepReport(conversation, info, deps);
  return reportedTitle(info.title) !== undefined;
}

/** One worker at a time, as each question costs the user money. */
async function bringAskedTitle(
  conversation: Conversation,
  sandbox: Sandbox,
  holder: string,
  deps: TitleDeps,
): Promise<void> {
  const eventLog = logOf(conversation);
  if (!(await deps.leases.acquire(eventLog, 'title', holder, new Date(deps.now().getTime() + LEASE)))) return;
  try {
    const title = (await askedTitle(conversation, sandbox, deps)) ?? (await firstWords(conversation, deps));
    if (title !== undefined) await retitle(conversation, sandbox, title, deps);
  } finally {
    await deps.leases.release(eventLog, 'title', holder);
  }
}

async function askedTitle(conversation: Conversation, sandbox: Sandbox, deps: TitleDeps): Promise<string | undefined> {
  const answer = await deps.titles.ask(sandbox, logOf(conversation).agentConversationId, QUESTION);
  const line = answer
    ?.trim()
    .split('\n')[0]
    ?.replace(/^[\s"'*#]+|[\s"'*.]+$/g, '');
  return line === undefined ? undefined : shortTitle(line);
}

/** What agents take where their model gives no title. */
async function firstWords(conversation: Conversation, { events }: TitleDeps): Promise<string | undefined> {
  const search = { kind: 'MessageEvent', newestFirst: false, limit: 10, after: null };
  const { items } = await events.search(logOf(conversation), search);
  const first = items.find(({ source }) => source === 'user');
  const said = UserMessage.safeParse(first).data?.llm_message.content.flatMap(({ text }) => text ?? []) ?? [];
  return shortTitle(said.join('\n').trim().split('\n')[0] ?? '');
}

function shortTitle(text: string): string | undefined {
  const characters = [...text.slice(0, 1_000).trim()];
  const short = characters.length <= LONGEST ? characters : [...characters.slice(0, LONGEST - 1), '…'];
  return reportedTitle(short.join(''));
}

/**
 * The agent takes the title first: it would report the old one otherwise, later than this one. Without that the title
 * stays asked for, and the next run asks again.
 */
async function retitle(conversation: Conversation, sandbox: Sandbox, title: string, deps: TitleDeps): Promise<void> {
  const { agentConversationId } = logOf(conversation);
  if (!(await deps.titles.rename(sandbox, agentConversationId, title))) return;
  const info = await deps.titles.conversation(sandbox, agentConversationId);
  const reported = typeof info?.updated_at === 'string' ? agentTime(info.updated_at) : undefined;
  const at = reported ?? agentTime(deps.now().toISOString()) ?? '';
  await retryLostRaces(async () => {
    const row = await deps.followed.find(conversation.owner_id, conversation.conversation_id);
    const isAsked = row?.created_at === conversation.created_at && row.title_asked === true;
    if (row && isAsked) await deps.followed.follow(row, newlyTitled(row, title, at));
  });
}
