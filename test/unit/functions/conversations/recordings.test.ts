import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { addUploadPart } from '../../../../functions/conversations/add-upload-part.ts';
import { createConversation } from '../../../../functions/conversations/create-conversation.ts';
import { forReplay } from '../../../../shared/domain/conversations/start/workspace/recorded-event.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

/** An event as OpenHands records it, of 2 KB. */
const anEvent = (index: number) => ({
  id: index,
  timestamp: '2026-01-01T12:00:00',
  source: 'agent',
  message: `step ${index}`,
  action: 'run',
  args: { command: 'x'.repeat(500) },
  tool_call_metadata: { role: 'tool', model_response: 'y'.repeat(1_400) },
});
const recordingOf = (events: number) => JSON.stringify(Array.from({ length: events }, (_, index) => anEvent(index)));

const create = (replay_json: string, ownerId = 'ann') =>
  invoke(createConversation, deps, { body: { replay_json }, caller: { ownerId } });
const kept = async (id: string) => {
  const task = await deps.startTasks.latestOf('ann', id);
  const text = task?.replay_json ?? '';
  return text.startsWith('upload:') ? ((await deps.uploads.read('ann', text.slice(7))) ?? '') : text;
};

async function upload(text: string): Promise<string> {
  const upload_id = randomUUID();
  const total_bytes = Buffer.byteLength(text);
  for (const [index, part] of (text.match(/[\s\S]{1,4000000}/g) ?? []).entries()) {
    const body = { number: index + 1, text: part, total_bytes };
    expect((await invoke(addUploadPart, deps, { params: { upload_id }, body })).status).toBe(200);
  }
  return `upload:${upload_id}`;
}

describe('a recording', () => {
  it('of 108 events is taken in a request, without the metadata of tool calls', async () => {
    const { status, body } = await create(recordingOf(108));

    expect(status).toBe(200);
    expect(JSON.parse(await kept(body.conversation_id))).toEqual(
      Array.from({ length: 108 }, (_, index) => {
        const { tool_call_metadata: _metadata, ...needed } = anEvent(index);
        return needed;
      }),
    );
  });

  it('of 5,000 events and 10 MB is uploaded before', async () => {
    const recording = recordingOf(5_000);
    expect(recording.length).toBeGreaterThan(10_000_000);

    const { status, body } = await create(await upload(recording));

    expect(status).toBe(200);
    expect(JSON.parse(await kept(body.conversation_id))).toHaveLength(5_000);
    expect(JSON.stringify(await deps.startTasks.latestOf('ann', body.conversation_id)).length).toBeLessThan(5_000);
  });

  it.each([
    ['with a byte order mark', `\ufeff${recordingOf(2)}`],
    ['as JSON lines', `${JSON.stringify(anEvent(0))}\r\n\n${JSON.stringify(anEvent(1))}\n`],
  ])('is taken %s', async (_, text) => {
    for (const replay of [text, await upload(text)]) {
      const { status, body } = await create(replay);
      expect(status).toBe(200);
      expect(JSON.parse(await kept(body.conversation_id))).toHaveLength(2);
    }
  });

  it.each([
    ['[{"action":"run","x":NaN}]', 'Must be valid JSON. NaN and Infinity are not.'],
    [`${JSON.stringify(anEvent(0))}\n{"action":`, 'Line 2 is not valid JSON.'],
    ['{"title":"x"}', "Must be a list of events, or an object with 'trajectory' or 'events'."],
    [JSON.stringify(Array(10_001).fill({ action: 'run' })), 'A recording can have at most 10000 events.'],
  ])('that starts with %.30s is refused, also as an upload', async (text, problem) => {
    for (const replay of [text, await upload(text)]) {
      const answer = await create(replay);
      expect([badFields(answer), answer.body.errors[0].msg]).toEqual([['body.replay_json'], problem]);
    }
  });

  it('of another owner is a 404', async () => {
    expect((await create(await upload(recordingOf(1)), 'bob')).status).toBe(404);
  });
});

it('an event for a replay keeps no field that it lacks', () => {
  expect(forReplay({ action: 'run' })).toEqual({ action: 'run' });
});
