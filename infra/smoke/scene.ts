import { randomBytes } from 'node:crypto';
import { ServiceClient } from '../../shared/client/service-client.ts';
import { newId } from '../../shared/platform/ids.ts';
import type { Agent } from './agent/agent.ts';
import type { SmokeOptions } from './options.ts';
import type { Sights } from './report.ts';
import type { RunKey } from './run-key.ts';
import type { Service } from './service.ts';
import type { StartStream } from './start-stream.ts';

type Wishes = Pick<SmokeOptions, 'spec' | 'withoutModel'>;

/** The state that the steps of one run share. */
export class Scene {
  readonly service: Service;
  readonly wishes: Wishes;
  /** The name of the run, its owner, its conversation and its file. */
  readonly name = `smoke-${randomBytes(5).toString('hex')}`;
  /** Chosen here, so that it can be deleted even if the response to its start is lost. */
  readonly conversationId = newId(new Date());
  readonly content = randomBytes(256).toString('hex');
  readonly sights: Sights = {};
  /** The key that the run made; undefined with a key of the user. */
  key: RunKey | undefined;
  sandboxId: string | undefined;
  start: StartStream | undefined;
  /** The IDs of events seen on the WebSocket: the user's message and its outcome. */
  eventIds: readonly string[] = [];
  /** Whether the run created something that it has to delete. */
  hasBegun = false;
  /** Whether everything was deleted, and that was confirmed. */
  isDone = false;
  #client: ServiceClient | undefined;
  #ownerId: string | undefined;
  #agent: Agent | undefined;
  #file: string | undefined;

  constructor(service: Service, wishes: Wishes) {
    this.service = service;
    this.wishes = wishes;
  }

  openWith(apiKey: string): ServiceClient {
    this.#client = new ServiceClient({ baseUrl: this.service.baseUrl, apiKey });
    return this.#client;
  }

  get client(): ServiceClient {
    return known(this.#client, 'client');
  }

  get ownerId(): string {
    return known(this.#ownerId, 'owner');
  }

  set ownerId(id: string) {
    this.#ownerId = id;
  }

  get agent(): Agent {
    return known(this.#agent, 'agent');
  }

  set agent(agent: Agent) {
    this.#agent = agent;
  }

  /** The path of the file in the workspace. */
  get file(): string {
    return known(this.#file, 'file');
  }

  set file(path: string) {
    this.#file = path;
  }

  get startedSandboxId(): string {
    return known(this.sandboxId, 'sandbox');
  }
}

/** @throws Error when the steps run in the wrong order */
function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`No earlier step has set the ${what}.`);
  return value;
}
