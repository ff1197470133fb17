import type { Api } from '../support/service/api.ts';
import { waitForSandbox } from '../support/service/conversations.ts';
import { eventually } from '../support/service/eventually.ts';
import type { Actor } from './actor.ts';
import type { History } from './copies.ts';
import { type Heard, heardAt } from './heard.ts';

/** What the agents of a run have in the end. */
interface AllHeard {
  readonly missing: readonly string[];
  readonly confirmed: number;
  readonly heard: number;
  /** The forks that have everything that their source had confirmed before. */
  readonly forks: number;
}

type CopyOfOne = Readonly<History> & { readonly id: string };

/** Resumes all sandboxes, a few at a time, and checks that every confirmed message exists, also in each fork. */
export async function listen(actors: readonly Actor[], api: Api): Promise<AllHeard> {
  const missing: string[] = [];
  let confirmed = 0;
  let forks = 0;
  const add = (name: string, { missing: texts, inOrder }: Heard) => {
    missing.push(...texts.map((text) => `${name}: ${text}`), ...(inOrder ? [] : [`${name}: out of order`]));
  };
  const talked = actors.filter(({ mine }) => mine !== undefined && mine.confirmed.length > 0);
  await inTurns(talked, 4, async (actor) => {
    const id = await eventually(`${actor.name} knows where`, () => actor.sandboxId());
    confirmed += actor.mine?.confirmed.length ?? 0;
    await whileRunning(api, id, async () => {
      add(actor.name, await eventually(`${actor.name} is heard`, () => actor.heard()));
    });
  });
  const copies = actors.flatMap((actor) => actor.copies.forks.map((fork) => ({ name: actor.name, fork })));
  await inTurns(copies, 4, async ({ name, fork }) => {
    if (await isWithoutBeginning(api, fork.id)) return;
    await whileRunning(api, fork.id, async () => {
      add(`fork ${fork.id} of ${name}`, await eventually(`fork ${fork.id} is heard`, () => heardIn(api, fork)));
    });
    forks += 1;
  });
  return { missing, confirmed, heard: talked.length, forks };
}

/** Whether the snapshot that a fork was to begin from failed, which it must say. */
async function isWithoutBeginning(api: Api, id: string): Promise<boolean> {
  const { status, body } = await api.get(`/api/v1/sandboxes/${id}`);
  if (status !== 200) throw new Error(`fork ${id}: ${status}`);
  const reason: string | null = body.transitions.at(-1).reason;
  return body.status === 'ERROR' && reason === 'snapshot_unavailable';
}

async function heardIn(api: Api, { id, path, confirmed }: CopyOfOne): Promise<Heard> {
  const { body } = await api.get(`/api/v1/sandboxes/${id}`);
  const agent = body.exposed_urls?.find(({ name }: { name: string }) => name === 'AGENT_SERVER');
  if (!agent) throw new Error('it shows no URL');
  return heardAt({ url: `${agent.url}${path}`, sessionKey: body.session_api_key }, confirmed);
}

/** Pauses it again afterward, unless it ran before. */
async function whileRunning(api: Api, id: string, look: () => Promise<void>): Promise<void> {
  const path = `/api/v1/sandboxes/${id}`;
  const before = (await api.get(path)).body;
  const ask = async (what: 'resume' | 'pause') => {
    const { status, text } = await api.post(`${path}/${what}`);
    if (status !== 200) throw new Error(`${what} of ${id}: ${status} ${text}`);
  };
  await ask('resume');
  await waitForSandbox(api, id, 'RUNNING', 120_000);
  await look();
  if (before.status !== 'RUNNING') await ask('pause');
}

export async function inTurns<T>(
  items: readonly T[],
  together: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: together }, worker));
}
