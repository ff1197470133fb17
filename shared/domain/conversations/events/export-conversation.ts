import { ZipWriter } from '../../../platform/archives/zip-writer.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Conversation } from '../record/conversation.ts';
import { type AgentEvent, eventLimits } from './event.ts';
import type { EventReader, LogKey } from './event-store.ts';

const utf8 = new TextEncoder();

/** A conversation as a streamed ZIP archive: meta.json and a file for each event. */
export async function* archiveOf(
  conversation: Conversation,
  events: AsyncIterable<AgentEvent>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter();
  add(zip, 'meta.json', metaOf(conversation));
  let number = 0;
  for await (const event of events) {
    add(zip, `event_${String(number).padStart(6, '0')}_${fileName(event.id)}.json`, event);
    number += 1;
    yield* zip.take();
  }
  zip.end();
  yield* zip.take();
}

function add(zip: ZipWriter, name: string, content: unknown): void {
  zip.add(name, utf8.encode(JSON.stringify(content, null, 2)));
}

/** The colon is the only character of event ids that file systems reserve. */
function fileName(id: string): string {
  return id.replaceAll(':', '_');
}

/** The metadata of the archive, without URLs and keys. */
function metaOf(conversation: Conversation) {
  return {
    id: conversation.conversation_id,
    title: conversation.title,
    created_at: conversation.created_at,
    updated_at: conversation.updated_at,
    sandbox_id: conversation.sandbox_id,
    selected_repository: conversation.selected_repository,
    selected_branch: conversation.selected_branch,
    git_provider: conversation.git_provider,
    trigger: conversation.trigger,
    pr_number: conversation.pr_number,
    llm_model: conversation.llm_model,
    metrics: conversation.metrics ?? null,
    execution_status: conversation.execution_status ?? null,
    tags: conversation.tags ?? {},
    parent_conversation_id: conversation.parent_conversation_id,
    sub_conversation_ids: conversation.sub_conversation_ids,
  };
}

/** @throws AppError `payload_too_large` for a history that can only be read in pages. */
export async function assertExportable(log: LogKey, events: Pick<EventReader, 'tally'>): Promise<void> {
  const { total } = await events.tally(log);
  if (total <= eventLimits.exportEvents) return;
  throw new AppError(
    'payload_too_large',
    `The conversation has ${total} events. An export can hold at most ${eventLimits.exportEvents}. Read them in pages from /api/v1/conversation/{conversation_id}/events/search.`,
  );
}
