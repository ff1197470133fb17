import type { StubServer } from '../stub/stub-server.ts';
import type { World } from '../stub/world.ts';
import type { Scene } from '../subjects/scene.ts';
import { tables } from '../tables.ts';

/** What an owner has who uses the service: a full page of conversations in a few sandboxes. */
const CONVERSATIONS = 20;
const SANDBOXES = 6;

type Item = Readonly<Record<string, unknown>>;

/** The scene's world with as many conversations and sandboxes, each a copy of one of the scene's own. */
export async function manyRows(stub: StubServer, scene: Scene): Promise<World> {
  const { settled, running, paused, conversation } = scene;
  const rowOf = (id: string): Item => {
    const found = [...settled.rows.values()].find((row) =>
      [row.sandbox_id, row.conversation_id].some((value) => (Object(value) as { S?: string }).S === id),
    );
    if (!found) throw new Error(`the scene has no row '${id}'`);
    return found;
  };
  const pausedRow = rowOf(paused.sandbox_id);
  const conversationRow = rowOf(conversation.conversation_id);
  stub.reset(settled);
  const idOf = (at: number, id: string) => `${id.slice(0, -2)}${at.toString(16).padStart(2, '0')}`;
  for (let at = 2; at < SANDBOXES; at += 1)
    await put(stub, tables.SANDBOXES_TABLE.name, { ...pausedRow, sandbox_id: { S: idOf(at, paused.sandbox_id) } });
  for (let at = 1; at < CONVERSATIONS; at += 1) {
    const sandboxId = at % 2 === 0 ? running.sandbox_id : paused.sandbox_id;
    await put(stub, tables.CONVERSATIONS_TABLE.name, {
      ...conversationRow,
      conversation_id: { S: idOf(at, conversation.conversation_id) },
      sandbox_id: { S: sandboxId },
    });
  }
  return { ...settled, rows: stub.rows };
}

async function put({ url }: StubServer, TableName: string, Item: Item): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'x-amz-target': 'DynamoDB_20120810.PutItem' },
    body: JSON.stringify({ TableName, Item }),
  });
  if (!answer.ok) throw new Error(`the stub took no row of ${TableName}: ${await answer.text()}`);
}
