import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../support/service/api.ts';
import { waitForSandbox, waitForTask } from '../../support/service/conversations.ts';
import { LocalService } from '../../support/service/local-service.ts';
import { waitForPool } from '../../support/service/warm-pool.ts';

/** One start, in milliseconds from the request: until its sandbox ran, and until its conversation was READY. */
export interface Start {
  readonly runningMs: number;
  readonly readyMs: number;
}

/** A local service whose starts are measured. */
export class Contestant {
  readonly kind: 'warm' | 'cold';
  readonly #service: LocalService;
  readonly #api: Api;

  private constructor(kind: Contestant['kind'], service: LocalService) {
    this.kind = kind;
    this.#service = service;
    this.#api = Api.withKey(service.baseUrl, service.apiKey);
  }

  static async start(kind: Contestant['kind']): Promise<Contestant> {
    const stateDirectory = await mkdtemp(join(tmpdir(), `bench-${kind}-`));
    const settings = kind === 'warm' ? { warmPools: { reference: { size: 1 } } } : {};
    return new Contestant(kind, await LocalService.start({ stateDirectory, settings }));
  }

  /** Measures one start by the service's own times, so that no look at it is part of them. */
  async measure(): Promise<Start> {
    if (this.kind === 'warm') await waitForPool(this.#service.stateDirectory, 1);
    const from = Date.now();
    const { status, text, body } = await this.#api.post('/api/v1/app-conversations', {});
    if (status !== 200) throw new Error(`the start was answered with ${status}: ${text}`);
    const task = await waitForTask(this.#api, body.id, 'READY');
    const { transitions } = await waitForSandbox(this.#api, task.sandbox_id, 'RUNNING');
    const states: readonly { readonly state: string; readonly time: string }[] = transitions;
    const kind = states[0]?.state === 'BOOTING' ? 'warm' : 'cold';
    if (kind !== this.kind) throw new Error(`a start that was to be ${this.kind} was ${kind}`);
    const running = states.find(({ state }) => state === 'RUNNING')?.time ?? '';
    await this.#api.delete(`/api/v1/app-conversations/${task.app_conversation_id}`);
    return { runningMs: Date.parse(running) - from, readyMs: Date.parse(task.updated_at) - from };
  }

  async end(): Promise<void> {
    await this.#service.interrupt();
    await rm(this.#service.stateDirectory, { recursive: true, force: true });
  }
}
