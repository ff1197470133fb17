import { POOL_OWNER, parseSnapshotName, parseStartedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import type { Task } from '../../../../shared/domain/sandboxes/record/task.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** Events that can be delivered in any order, lost or repeated. */
type News =
  | { readonly kind: 'sandbox' | 'start-task'; readonly ownerId: string; readonly id: string }
  | { readonly kind: 'snapshot'; readonly id: string }
  | { readonly kind: 'entry'; readonly id: string }
  | { readonly kind: 'task'; readonly startedBy: string; readonly task: Task };

/** The events that wait in the simulated world, and what each one starts. */
export class NewsOfWorld {
  readonly #world: SandboxWorld;
  readonly #waiting: News[] = [];

  constructor(world: SandboxWorld) {
    this.#world = world;
  }

  add(news: News): void {
    this.#waiting.push(news);
  }

  /** Delivers one random event. */
  tellOne(isForgotten = true): void {
    this.#hear();
    const news = this.#world.random.take(this.#waiting);
    if (!news) return;
    if (!isForgotten) this.#waiting.push(news);
    if (news.kind === 'task') this.#taskChanged(news.startedBy, news.task);
    else if (news.kind === 'snapshot') this.#snapshotChanged(news.id);
    else if (news.kind === 'entry') this.#world.edge?.write([news.id]);
    else if (news.kind === 'start-task') this.#world.runStartTask(news.ownerId, news.id);
    else this.#sandboxChanged(news.ownerId, news.id);
  }

  /** What the sweep asks of the writer is a change of a row, too, which it repeats until the writer has it. */
  loseEvents(): void {
    this.#hear();
    this.#waiting.length = 0;
    const reminded = this.#world.edge?.reminded() ?? [];
    if (this.#world.withoutEvents && reminded.length > 0) this.#world.edge?.write(reminded);
  }

  async tellAll(): Promise<void> {
    for (let delivered = 0; delivered < 60; delivered += 1) {
      this.#hear();
      if (this.#waiting.length === 0) return;
      this.tellOne();
      await this.#world.processes.finish();
    }
  }

  async tellEverything(): Promise<void> {
    do await this.tellAll();
    while (this.#waiting.length > 0 || this.#world.ecs.events.length > 0);
  }

  #hear(): void {
    for (const event of this.#world.ecs.events.splice(0)) this.#waiting.push({ kind: 'task', ...event });
    for (const { snapshotId } of this.#world.disks.events.splice(0))
      this.#waiting.push({ kind: 'snapshot', id: snapshotId });
    for (const id of this.#world.edge?.news() ?? []) this.#waiting.push({ kind: 'entry', id });
  }

  #taskChanged(startedBy: string, task: Task): void {
    const sandbox = parseStartedBy(startedBy);
    if (sandbox) this.#world.reconcile(sandbox.ownerId, sandbox.sandboxId, { task });
  }

  #snapshotChanged(id: string): void {
    this.#world.processes.start(async (around) => {
      const found = await around(() => this.#world.disks.snapshot(id));
      const copy = found === 'absent' ? undefined : parseSnapshotName(found.takenFor);
      if (copy) this.#world.snapshotWork.work(copy.ownerId, copy.snapshotId, { ebs: { id, found } });
      const sandbox = found === 'absent' ? undefined : parseStartedBy(found.owner?.startedBy);
      if (sandbox) this.#world.reconcile(sandbox.ownerId, sandbox.sandboxId, { snapshot: { id, found } });
    });
  }

  #sandboxChanged(ownerId: string, id: string): void {
    this.#world.reconcile(ownerId, id);
    if (ownerId === POOL_OWNER) this.#world.keepPools();
    this.#world.processes.start(async (around) => {
      const { startTasks } = this.#world.storesThrough(around);
      for (const task of await startTasks.openOf(ownerId, id)) this.#world.runStartTask(ownerId, task.start_task_id);
    });
  }
}
