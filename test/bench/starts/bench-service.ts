import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { Api } from '../../support/service/api.ts';
import { eventually } from '../../support/service/eventually.ts';
import { LocalService } from '../../support/service/local-service.ts';

const Tasks = z.object({
  tasks: z.array(
    z.object({
      id: z.string(),
      startedBy: z.string().optional(),
      lastStatus: z.string(),
      startedAt: z.number().optional(),
    }),
  ),
});

/** A task of the local service as its record says. */
export interface BenchTask {
  readonly id: string;
  /** RUNNING, in milliseconds since 1970. */
  readonly startedAt: number;
}

/** A local service of its own, as a user starts it, with the facts about its tasks that no API tells. */
export class BenchService {
  readonly api: Api;
  readonly #service: LocalService;

  private constructor(service: LocalService) {
    this.#service = service;
    this.api = Api.withKey(service.baseUrl, service.apiKey);
  }

  /** @param root the folder of another release, instead of this one */
  static async start(root?: string): Promise<BenchService> {
    const stateDirectory = await mkdtemp(join(tmpdir(), 'bench-starts-'));
    return new BenchService(await LocalService.start({ stateDirectory, ...(root === undefined ? {} : { root }) }));
  }

  async stop(): Promise<void> {
    await this.#service.interrupt();
    await rm(this.#service.stateDirectory, { recursive: true, force: true });
  }

  /** The last task of a sandbox. @throws when there is none that ran */
  async taskOf(sandboxId: string): Promise<BenchTask> {
    const task = (await this.#tasksOf(sandboxId)).at(-1);
    if (task?.startedAt === undefined) throw new Error(`no task of sandbox ${sandboxId} ran`);
    return { id: task.id, startedAt: task.startedAt };
  }

  /** What a task wrote. */
  log({ id }: Pick<BenchTask, 'id'>): Promise<string> {
    return readFile(join(this.#service.stateDirectory, 'ecs', 'logs', `${id}.log`), 'utf8');
  }

  /** Deletes a conversation with its sandbox, and waits for the end of its task: it would take time from the next. */
  async remove(conversationId: string, sandboxId: string): Promise<void> {
    const { status, text } = await this.api.delete(`/api/v1/app-conversations/${conversationId}`);
    if (status !== 200) throw new Error(`the deletion of a conversation answered ${status}: ${text}`);
    await eventually(`the task of ${sandboxId} has stopped`, async () => {
      const tasks = await this.#tasksOf(sandboxId);
      return tasks.every(({ lastStatus }) => lastStatus === 'STOPPED') ? true : undefined;
    });
    await pause(SETTLED_MS);
  }

  async #tasksOf(sandboxId: string) {
    const text = await readFile(join(this.#service.stateDirectory, 'ecs', 'tasks.json'), 'utf8');
    return Tasks.parse(JSON.parse(text)).tasks.filter(({ startedBy }) => startedBy?.includes(`/${sandboxId}/`));
  }
}

/** Until the disks of a deleted sandbox are gone too. */
const SETTLED_MS = 400;
