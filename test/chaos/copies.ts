import type { Api } from '../support/service/api.ts';
import type { Dice } from './dice.ts';
import { within } from './within.ts';

/** What a user knows of a conversation, and so of each copy of its workspace. */
export interface History {
  readonly conversationId: string;
  /** The path of the conversation on its agent server. */
  path: string | null;
  /** The messages that its agent confirmed, in order. None of them can be lost. */
  confirmed: readonly string[];
}

interface Copy extends Readonly<History> {
  readonly id: string;
}

/** More forks than this make room first. */
const FORKS = 2;

/** The snapshots of one user, and the sandboxes that the user made from them. */
export class Copies {
  readonly #api: () => Api;
  readonly #dice: Dice;
  readonly snapshots: Copy[] = [];
  readonly forks: Copy[] = [];
  /** Forks whose deletion was requested, even if the request failed. */
  readonly deleted: string[] = [];

  constructor(api: () => Api, dice: Dice) {
    this.#api = api;
    this.#dice = dice;
  }

  /** The snapshots of one conversation. */
  of({ conversationId }: History): readonly Copy[] {
    return this.snapshots.filter((snapshot) => snapshot.conversationId === conversationId);
  }

  /** A sandbox without a workspace yet has nothing to copy. */
  async snapshot(sandboxId: string, history: History, name: string): Promise<void> {
    const { status, body } = await this.#post(`${sandboxId}/snapshots`, { name });
    if (status === 201) this.snapshots.push({ ...history, id: body.id });
    else if (status !== 409) throw new Error(`snapshot ${status}`);
  }

  async deleteSnapshot(): Promise<void> {
    const [snapshot] = this.snapshots.splice(0, 1);
    if (snapshot === undefined) return;
    const { status } = await within(this.#api().delete(`/api/v1/snapshots/${snapshot.id}`));
    if (status !== 200 && status !== 404) throw new Error(`delete-snapshot ${status}`);
  }

  async fork(sandboxId: string, history: History): Promise<void> {
    if (this.forks.length >= FORKS) return this.deleteFork();
    const { status, body } = await this.#post(`${sandboxId}/fork`, { count: FORKS });
    if (status !== 200) throw new Error(`fork ${status} ${body?.code}`);
    const made: readonly { readonly sandbox: { readonly id: string } | null }[] = body.items;
    for (const { sandbox } of made) if (sandbox) this.forks.push({ ...history, id: sandbox.id });
  }

  async startFrom(): Promise<void> {
    const snapshot = this.#dice.pick(this.snapshots);
    if (snapshot === undefined || this.forks.length >= FORKS) return;
    const { status, body } = await this.#post('', { snapshot_id: snapshot.id });
    if (status === 200) this.forks.push({ ...snapshot, id: body.id });
    // A snapshot that failed is no beginning.
    else if (status !== 409 && status !== 404) throw new Error(`start-from ${status}`);
  }

  async useFork(): Promise<void> {
    const fork = this.#dice.pick(this.forks);
    const what = this.#dice.pick(['pause', 'resume'] as const);
    if (fork === undefined || what === undefined) return;
    const { status } = await this.#post(`${fork.id}/${what}`);
    if (status !== 200) throw new Error(`${what} of a fork ${status}`);
  }

  async deleteFork(): Promise<void> {
    const [fork] = this.forks.splice(0, 1);
    if (fork === undefined) return;
    this.deleted.push(fork.id);
    const { status } = await within(this.#api().delete(`/api/v1/sandboxes/${fork.id}`));
    if (status !== 200 && status !== 404) throw new Error(`delete-fork ${status}`);
  }

  /**
   * Goes back to a snapshot of the same conversation. Without a response, only what both states have is sure.
   * @returns whether the sandbox was at rest
   */
  async restore(sandboxId: string, history: History): Promise<boolean> {
    const snapshot = this.#dice.pick(this.of(history));
    if (snapshot === undefined) return false;
    const before = history.confirmed;
    history.confirmed = before.filter((text) => snapshot.confirmed.includes(text));
    const { status, body } = await this.#post(`${sandboxId}/restore`, { snapshot_id: snapshot.id });
    const isRefused = status === 404 || status === 409;
    if (!isRefused && status !== 200) throw new Error(`restore ${status}`);
    history.confirmed = isRefused ? before : snapshot.confirmed;
    if (body.kept_snapshot_id) this.snapshots.push({ ...history, confirmed: before, id: body.kept_snapshot_id });
    return !isRefused;
  }

  #post(path: string, body?: unknown) {
    return within(this.#api().post(`/api/v1/sandboxes${path === '' ? '' : `/${path}`}`, body));
  }
}
