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

/** Time limit for the deletion of a sandbox and its disks. */
const SETTLED_MS = 400;

/** A separate local service, with facts about its tasks that the API does not return. */
export class BenchService {
  readonly api: Api;
  readonly stateDirectory: string;
  readonly #service: LocalService;

  private constructor(service: LocalService) {
    this.#service = service;
    this.stateDirectory = service.stateDirectory;
    this.api = Api.withKey(service.baseUrl, service.apiKey);
  }

  static async start(settings: Readonly<Record<string, unknown>> = {}): Promise<BenchService> {
    const stateDirectory = await mkdtemp(join(tmpdir(), 'bench-starts-'));
    return new BenchService(await LocalService.start({ stateDirectory, settings }));
  }

  async stop(): Promise<void> {
    await this.#service.interrupt();
    await rm(this.stateDirectory, { recursive: true, force: true });
  }

  /** The time at which the last task of a sandbox was RUNNING, and its log. @throws when none ran */
  async taskOf(sandboxId: string): Promise<{ readonly startedAt: number; readonly log: string }> {
    const task = (await this.#tasksOf(sandboxId)).at(-1);
    if (task?.startedAt === undefined) throw new Error(`No task of sandbox ${sandboxId} ran.`);
    const log = await readFile(join(this.stateDirectory, 'ecs', 'logs', `${task.id}.log`), 'utf8');
    return { startedAt: task.startedAt, log };
  }

  /** Deletes a conversation with its sandbox, and waits for the end of its task, which would slow down the next one. */
  async remove(conversationId: string, sandboxId: string): Promise<void> {
    const { status, text } = await this.api.delete(`/api/v1/app-conversations/${conversationId}`);
    if (status !== 200) throw new Error(`The deletion of a conversation returned ${status}: ${text}`);
    await eventually(`the task of ${sandboxId} has stopped`, async () => {
      const tasks = await this.#tasksOf(sandboxId);
      return tasks.every(({ lastStatus }) => lastStatus === 'STOPPED');
    });
    await pause(SETTLED_MS);
  }

  async #tasksOf(sandboxId: string) {
    const text = await readFile(join(this.stateDirectory, 'ecs', 'tasks.json'), 'utf8');
    return Tasks.parse(JSON.parse(text)).tasks.filter(({ startedBy }) => startedBy?.includes(`/${sandboxId}/`));
  }
}
