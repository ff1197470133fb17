import type { Api } from '../support/service/api.ts';
import { askAgent } from '../support/service/conversations.ts';
import { eventually } from '../support/service/eventually.ts';
import { Copies, type History } from './copies.ts';
import type { Dice } from './dice.ts';
import { type Heard, heardAt } from './heard.ts';
import type { Tally } from './tally.ts';
import { pause, within } from './within.ts';

interface Mine extends History {
  sandboxId?: string;
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
  'fork',
  'use-fork',
  'delete-fork',
  'start-from',
  'restore',
  'restore',
  'delete',
  'wait',
] as const;

/** One user with one conversation at a time, who acts at random and ignores failures. */
export class Actor {
  readonly name: string;
  readonly #api: () => Api;
  readonly #dice: Dice;
  readonly #tally: Tally;
  #said = 0;
  mine: Mine | undefined;
  readonly deleted: string[] = [];
  readonly copies: Copies;

  constructor(name: string, api: () => Api, dice: Dice, tally: Tally) {
    this.name = name;
    this.#api = api;
    this.#dice = dice;
    this.#tally = tally;
    this.copies = new Copies(api, dice);
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
      case 'fork':
      case 'restore':
        return this.copy(action);
      case 'delete-snapshot':
        return this.copies.deleteSnapshot();
      case 'use-fork':
        return this.copies.useFork();
      case 'delete-fork':
        return this.copies.deleteFork();
      case 'start-from':
        return this.copies.startFrom();
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
    this.mine = { conversationId: body.conversation_id, path: null, confirmed: [] };
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
    mine.path = reached.url.slice(reached.url.indexOf('/api/'));
    this.#said += 1;
    const text = `${this.name} says ${this.#said} ${this.#dice.roll()}`;
    const { status } = await within(askAgent(reached, '/events', text));
    if (status >= 200 && status < 300) mine.confirmed = [...mine.confirmed, text];
    else throw new Error(`talk ${status}`);
  }

  async ask(what: 'pause' | 'resume'): Promise<void> {
    if (!this.mine) return;
    const { status } = await within(this.#api().post(`/api/v1/sandboxes/${await this.sandboxId()}/${what}`));
    if (status !== 200) throw new Error(`${what} ${status}`);
  }

  /** Half as often as the rest. Only once its agent has the conversation, so that every copy has it. */
  async copy(what: 'snapshot' | 'fork' | 'restore'): Promise<void> {
    const { mine } = this;
    if (!mine || mine.confirmed.length === 0 || this.#dice.roll() < 0.5) return;
    const id = await this.sandboxId();
    if (what === 'snapshot') await this.copies.snapshot(id, mine, this.name);
    else if (what === 'fork') await this.copies.fork(id, mine);
    else await this.#goBack(id, mine);
  }

  /** A sandbox must be at rest to go back. Without a snapshot, it makes one. */
  async #goBack(id: string, mine: Mine): Promise<void> {
    if (this.copies.of(mine).length === 0) return this.copies.snapshot(id, mine, this.name);
    await this.ask('pause');
    for (let tries = 0; tries < 40; tries += 1) {
      await pause(1_000);
      if (!(await this.copies.restore(id, mine))) continue;
      this.#tally.count('restored');
      break;
    }
    await this.ask('resume');
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
    for (const id of [...this.deleted, ...this.copies.deleted]) {
      const { status } = await this.#api().delete(`/api/v1/sandboxes/${id}`);
      if (status !== 200 && status !== 404) throw new Error(`delete ${id}: ${status}`);
    }
  }

  async heard(): Promise<Heard> {
    if (!this.mine) return { missing: [], inOrder: true };
    const body = await this.#read();
    return heardAt({ url: body.conversation_url, sessionKey: body.session_api_key }, this.mine.confirmed);
  }
}
