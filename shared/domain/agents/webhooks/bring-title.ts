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

interface TitleRun {
  readonly holder: string;
  /** Whether to wait for a title that the agent may be making. */
  readonly waits: boolean;
}

export interface TitleDeps extends HookDeps {
  readonly events: EventReader;
  readonly leases: EventLeases;
  readonly titles: AgentTitles;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Wait for a title in milliseconds: an agent may still be making it after its first reply. */
const SOON = 4_000;

/** In milliseconds, longer than a worker takes to ask an agent for a title. */
const LEASE = 60_000;

const QUESTION =
  'Name the subject of this conversation in at most eight words, as the title of a list entry. Answer with the title alone.';

const UserMessage = z.object({
  llm_message: z.object({ content: z.array(z.looseObject({ text: z.string().optional() })) }),
});

/** Length limit in characters, the same as for titles that agents make on their own. */
const LONGEST = 50;

/** The part of a text in which its title is looked for, in characters. */
const MAX_READ = 1_000;

/**
 * Copies the title of a conversation from its agent, which does not announce it, or asks the agent for the new title
 * that the user requested. A title that the user chose stays.
 */
export async function bringTitle(
  conversation: Conversation,
  sandbox: Sandbox,
  { holder, waits }: TitleRun,
  deps: TitleDeps,
): Promise<void> {
  if (conversation.title_asked) return bringAskedTitle(conversation, sandbox, holder, deps);
  if (!followsTitle(conversation) || hasReportedTitle(conversation)) return;
  if ((await copyTitle(conversation, sandbox, deps)) || !waits) return;
  await deps.pause(SOON);
  await copyTitle(conversation, sandbox, deps);
}

/** @returns false when the agent may still be making a title */
async function copyTitle(conversation: Conversation, sandbox: Sandbox, deps: TitleDeps): Promise<boolean> {
  const info = await deps.titles.conversation(sandbox, logOf(conversation).agentConversationId);
  if (!info) return true;
  await keepReport(conversation, info, deps);
  return reportedTitle(info.title) !== undefined;
}

/** Only one worker asks at a time, as each question costs the user money. */
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
  return answer === undefined ? undefined : shortTitle(titleIn(answer));
}

/** Characters that models put before and after a title. */
const BEFORE = /[\s"'*#]/;
const AFTER = /[\s"'*.]/;

/** The title in a model's answer, of which only the beginning counts: an agent can send megabytes. */
export function titleIn(answer: string): string {
  const [line = ''] = answer.slice(0, MAX_READ).trim().split('\n', 1);
  let [start, end] = [0, line.length];
  // An expression for the end of a text would take quadratic time.
  while (end > start && AFTER.test(line.charAt(end - 1))) end -= 1;
  while (start < end && BEFORE.test(line.charAt(start))) start += 1;
  return line.slice(start, end);
}

/** The first words of the conversation, which agents also use when their model gives no title. */
async function firstWords(conversation: Conversation, { events }: TitleDeps): Promise<string | undefined> {
  const search = { kind: 'MessageEvent', newestFirst: false, limit: 10, after: null };
  const { items } = await events.search(logOf(conversation), search);
  const first = items.find(({ source }) => source === 'user');
  const said = UserMessage.safeParse(first).data?.llm_message.content.flatMap(({ text }) => text ?? []) ?? [];
  return shortTitle(said.join('\n').trimStart().slice(0, MAX_READ).split('\n', 1)[0] ?? '');
}

function shortTitle(text: string): string | undefined {
  const characters = [...text.slice(0, MAX_READ).trim()];
  const short = characters.length <= LONGEST ? characters : [...characters.slice(0, LONGEST - 1), '…'];
  return reportedTitle(short.join(''));
}

/**
 * Renames the conversation on the agent first, as the agent would otherwise report its old title at a later time. If
 * that fails, the next run asks again.
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
