import { answerOf } from '../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { take } from '../arguments/take.ts';
import { oneLine } from '../output/plain.ts';
import { openSession } from '../session/session.ts';
import { namedBy } from './lookup.ts';

/** An id, and what people know it by. */
type Known = readonly [id: string, name: string];

/** How many are offered, the newest ones. */
const MOST = 50;

const sources: Readonly<Record<string, (client: ServiceClient) => Promise<readonly Known[]>>> = {
  conversations: async (client) =>
    (await take(client.conversations({ limit: MOST }), MOST)).map(({ id, title }) => [id, title ?? '']),
  sandboxes: async (client) =>
    (await take(client.sandboxes({ limit: MOST }), MOST)).map(({ id, status }) => [id, status]),
  keys: async ({ api }) => (await answerOf(api.GET('/api/keys'))).map(({ id, name }) => [id, name ?? '']),
  webhooks: async ({ api }) =>
    (await answerOf(api.GET('/api/v1/webhook-endpoints'))).items.map(({ id, url }) => [id, url]),
};

/**
 * The ids that may stand where a command line ends, in the form of the shell. Undefined where it is no id that comes
 * next, or where the service does not say.
 *
 * @param words without `acs`; the last one is being typed
 */
export async function completeIds(words: readonly string[], shell: string): Promise<readonly string[] | undefined> {
  const named = namedBy(words);
  const [noun = '', verb] = named?.path.split(' ') ?? [];
  const source = sources[noun === 'events' ? 'conversations' : noun];
  const before = verb === undefined ? 1 : 2;
  const typed = words.at(-1) ?? '';
  const isNext =
    words.length === before + 1 && !typed.startsWith('-') && /^\S+( \S+)? <(id|conversation)>/.test(named?.usage ?? '');
  if (source === undefined || !isNext) return undefined;
  try {
    const { client } = await openSession(undefined, () => undefined);
    const found = (await source(client)).filter(([id]) => id.startsWith(typed));
    return found.map(([id, name]) => lineOf(oneLine(id), oneLine(name), shell));
  } catch {
    // Nothing is worth a message in the middle of a line that is being typed.
    return undefined;
  }
}

function lineOf(id: string, name: string, shell: string): string {
  if (name === '' || shell.includes('bash')) return id;
  return shell.includes('zsh') ? `${id}:${name}` : `${id}\t${name}`;
}
