import type { Api } from '../support/service/api.ts';
import { askAgent } from '../support/service/conversations.ts';
import { eventually } from '../support/service/eventually.ts';
import type { Dice } from './dice.ts';
import type { Tally } from './tally.ts';

interface Mine {
  readonly conversationId: string;
  sandboxId?: string;
  /** The messages that its agent confirmed, in order. None of them can be lost. */
  readonly confirmed: string[];
}

const actions = [
  'talk',
  'talk',
  'talk',
  'talk',
  'talk',
  'talk',
  'pause',
  'resume',
  'resume',
  'snapshot',
  'delete-snapshot',
  'delete',
  'wait',
] as const;

/** Time limit of a request, in milliseconds. */
const REQUEST = 20_000;

/** One user with one conversation at a time, who acts at random and ignores failures. */
export class Actor {
  readonly name: string;
  readonly #api: () => Api;
  readonly #dice: Dice;
  readonly #tally: Tally;
  #said = 0;
  mine: Mine | undefined;
  readonly deleted: string[] = [];
  readonly snapshots: string[] = [];

  constructor(name: string, api: () => Api, dice: Dice, tally: Tally) {
    this.name = name;
    this.#api = api;
    this.#dice = dice;
    this.#tally = tally;
  }

  async live(ends: AbortSignal): Promise<void> {
    while (!ends.aborted) {
      await this.#isThere();
      const action = this.mine ? (this.#dice.pick(actions) ?? 'wait') : 'start';
      await this.#tally.attempt(action, () => this.#do(action));
      await pause(200 + 1_500 * this.#dice.roll());
    }
  }

  async #isThere(): Promise<void> {
    await eventually('the service is there', () => this.#api(), 600_000);
  }

  async #do(action: (typeof actions)[number] | 'start'): Promise<void> {
    switch (action) {
      case 'start':
        return this.start();
      case 'talk':
        return this.talk();
      case 'pause':
      case 'resume':
        return this.ask(action);
      case 'snapshot':
        return this.snapshot();
      case 'delete-snapshot':
        return this.deleteSnapshot();
      case 'delete':
        // Rare, so that most conversations live longer.
        return this.#dice.roll() < 0.03 ? this.delete() : undefined;
      case 'wait':
        return undefined;
    }
  }

  /** Starts a conversation with its first message, without faults. Retries failures in the same conversation. */
  async begin(): Promise<void> {
    if (!this.mine) await this.start();
    while ((this.mine?.confirmed.length ?? 0) < 2) {
      await this.talk();
      await pause(500);
    }
  }

  async start(): Promise<void> {
    const request = { title: this.name, capacity: this.#dice.pick(['spot', 'on_demand']) };
    const { status, body, text } = await within(this.#api().post('/api/v1/app-conversations', request));
    if (status !== 200) throw new Error(`start ${status} ${text.slice(0, 80)}`);
    this.mine = { conversationId: body.conversation_id, confirmed: [] };
  }

  async sandboxId(): Promise<string> {
    if (!this.mine) throw new Error(`${this.name} has no conversation.`);
    this.mine.sandboxId ??= (await this.#read()).sandbox_id as string;
    return this.mine.sandboxId;
  }

  async #read() {
    const { status, body } = await within(this.#api().get(`/api/v1/app-conversations/${this.mine?.conversationId}`));
    if (status !== 200) throw new Error(`read ${status}`);
    return body;
  }

  async talk(): Promise<void> {
    const { mine } = this;
    if (!mine || mine.confirmed.length >= 60) return;
    const body = await this.#read();
    if (!body.conversation_url) {
      this.#tally.count(`not yet: ${body.sandbox_status}`);
      return;
    }
    const reached = { url: body.conversation_url, sessionKey: body.session_api_key };
    this.#said += 1;
    const text = `${this.name} says ${this.#said} ${this.#dice.roll()}`;
    const { status } = await within(askAgent(reached, '/events', text));
    if (status >= 200 && status < 300) mine.confirmed.push(text);
    else throw new Error(`talk ${status}`);
  }

  async ask(what: 'pause' | 'resume'): Promise<void> {
    if (!this.mine) return;
    const { status } = await within(this.#api().post(`/api/v1/sandboxes/${await this.sandboxId()}/${what}`));
    if (status !== 200) throw new Error(`${what} ${status}`);
  }

  /** A sandbox without a workspace yet has nothing to copy. */
  async snapshot(): Promise<void> {
    if (!this.mine || this.#dice.roll() < 0.5) return;
    const path = `/api/v1/sandboxes/${await this.sandboxId()}/snapshots`;
    const { status, body } = await within(this.#api().post(path, { name: this.name }));
    if (status === 201) this.snapshots.push(body.id);
    else if (status !== 409) throw new Error(`snapshot ${status}`);
  }

  async deleteSnapshot(): Promise<void> {
    const [id] = this.snapshots.splice(0, 1);
    if (id === undefined) return;
    const { status } = await within(this.#api().delete(`/api/v1/snapshots/${id}`));
    if (status !== 200 && status !== 404) throw new Error(`delete-snapshot ${status}`);
  }

  /** After the request, the actor no longer expects the conversation to exist, even if the request failed. */
  async delete(): Promise<void> {
    const id = await this.sandboxId();
    this.mine = undefined;
    this.deleted.push(id);
    const { status } = await within(this.#api().delete(`/api/v1/sandboxes/${id}`));
    if (status !== 200) throw new Error(`delete ${status}`);
  }

  async deleteForSure(): Promise<void> {
    for (const id of this.deleted) {
      const { status } = await this.#api().delete(`/api/v1/sandboxes/${id}`);
      if (status !== 200 && status !== 404) throw new Error(`delete ${id}: ${status}`);
    }
  }

  async heard(): Promise<{ readonly missing: string[]; readonly inOrder: boolean }> {
    const { mine } = this;
    if (!mine) return { missing: [], inOrder: true };
    const body = await this.#read();
    const reached = { url: body.conversation_url, sessionKey: body.session_api_key };
    const answer = await askAgent(reached, '/events/search?kind=MessageEvent&source=user&limit=100');
    const texts: string[] = answer.body.items.map(
      ({ llm_message: { content } }: { llm_message: { content: { text: string }[] } }) => content[0]?.text ?? '',
    );
    const missing = mine.confirmed.filter((text) => !texts.includes(text));
    const found = texts.filter((text) => mine.confirmed.includes(text));
    return { missing, inOrder: found.join('\n') === mine.confirmed.filter((text) => texts.includes(text)).join('\n') };
  }
}

async function within<T>(request: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), REQUEST);
  });
  try {
    return await Promise.race([request, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
