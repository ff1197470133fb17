import { expect } from 'vitest';
import { belongingsOf, foundInWorkspace, leaveInWorkspace, waitForBelongings } from './belongings.ts';
import { waitForSandbox } from './conversations.ts';
import { eventually } from './eventually.ts';
import type { Owner } from './owners.ts';
import { startSandbox } from './sandboxes.ts';
import { withSweeps } from './sweeps.ts';
import { skipPause } from './time.ts';

export class Workspaces {
  /** The checksum of each sandbox's workspace and the number of its saves. */
  readonly #kept = new Map<string, { readonly content: string; saves: number }>();
  readonly #stateDirectory: string;
  readonly #owner: Owner;

  constructor(stateDirectory: string, owner: Owner) {
    this.#stateDirectory = stateDirectory;
    this.#owner = owner;
  }

  async start(): Promise<string> {
    const { id } = await startSandbox(this.#owner.api);
    this.#kept.set(id, { content: await leaveInWorkspace(this.#stateDirectory, id), saves: 0 });
    return id;
  }

  pause(id: string) {
    return this.#owner.api.post(`/api/v1/sandboxes/${id}/pause`);
  }

  resume(id: string) {
    return this.#owner.api.post(`/api/v1/sandboxes/${id}/resume`);
  }

  async read(id: string) {
    return (await this.#owner.api.get(`/api/v1/sandboxes/${id}`)).body;
  }

  saved(id: string): Promise<true> {
    return eventually('the workspace is saved', async () =>
      (await this.read(id)).expires_at === null ? undefined : true,
    );
  }

  savedAtLast(id: string): Promise<true> {
    return eventually('the workspace is saved', async () => {
      if ((await this.read(id)).expires_at !== null) return true;
      await skipPause(this.#stateDirectory, id);
      return undefined;
    });
  }

  async expectResumed(id: string): Promise<void> {
    await this.resume(id);
    await waitForSandbox(this.#owner.api, id, 'RUNNING');
    const before = this.#kept.get(id) ?? expect.fail('it was not started here');
    before.saves += 1;
    expect(await foundInWorkspace(this.#stateDirectory, id)).toBe(before.content);
    expect((await belongingsOf(this.#stateDirectory, id)).live).toHaveLength(1);
  }

  /** Finally, each running sandbox has one task, one disk and the last two snapshots, and a deleted one has none. */
  async expectNothingTwice(): Promise<void> {
    const wanted = ({ saves }: { readonly saves: number }) => [1, 1, Math.min(saves, 2)] as const;
    const all = [...this.#kept].map(([id, history]) => waitForBelongings(this.#stateDirectory, id, wanted(history)));
    await withSweeps(this.#stateDirectory, Promise.all(all));

    await Promise.all([...this.#kept.keys()].map((id) => this.#owner.api.delete(`/api/v1/sandboxes/${id}`)));

    const gone = [...this.#kept.keys()].map((id) => waitForBelongings(this.#stateDirectory, id, [0, 0, 0]));
    await withSweeps(this.#stateDirectory, Promise.all(gone));
  }
}
