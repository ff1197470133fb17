import type { Activity } from '../base/activity.ts';
import { describe, log, reasonOf } from '../base/log.ts';
import { BashCommands } from '../bash/bash-commands.ts';
import { CommandRunner, GroupKeeper } from '../bash/command-runner.ts';
import { Catalogue } from '../conversations/catalogue.ts';
import { HttpError } from '../http/http-error.ts';
import { type InitRequest, initialisedSettings } from '../settings/init-request.ts';
import type { Settings } from '../settings/settings.ts';
import { Webhooks } from '../webhooks/webhooks.ts';

export interface InitStatus {
  readonly state: 'dormant' | 'ready';
  /** Why the last initialisation failed. */
  readonly error: string | null;
}

interface Services {
  readonly catalogue: Catalogue;
  readonly bash: BashCommands;
  readonly webhooks: Webhooks;
}

/** The state of the server. After a deferred start it is dormant until `POST /api/init` sends its keys. */
export class Lifecycle {
  private readonly keeper = new GroupKeeper();
  private readonly activity: Activity;
  private currentSettings: Settings;
  private opened: Services | undefined;
  private error: string | null = null;
  private hasStopped = false;

  constructor(settings: Settings, activity: Activity) {
    this.currentSettings = settings;
    this.activity = activity;
    if (!settings.deferredInit) this.opened = this.open(settings);
  }

  get settings(): Settings {
    return this.currentSettings;
  }

  /** Whether it has its keys, and runs conversations. */
  get isReady(): boolean {
    return this.opened !== undefined && !this.hasStopped;
  }

  get isStopping(): boolean {
    return this.hasStopped;
  }

  get status(): InitStatus {
    return { state: this.opened ? 'ready' : 'dormant', error: this.error };
  }

  /** @throws HttpError 503 while dormant or stopping */
  catalogue(): Catalogue {
    return this.services().catalogue;
  }

  /** @throws HttpError 503 while dormant or stopping */
  bash(): BashCommands {
    return this.services().bash;
  }

  /** @throws HttpError 400 the second time, 500 when it failed and can be retried */
  initialise(request: InitRequest): InitStatus {
    if (this.opened) throw new HttpError(400, 'server already in state: ready');
    const settings = initialisedSettings(this.currentSettings, request);
    try {
      this.opened = this.open(settings);
    } catch (error) {
      log(`initialisation failed: ${describe(error)}`);
      this.error = reasonOf(error);
      throw new HttpError(500, this.error);
    }
    this.currentSettings = settings;
    this.error = null;
    Object.assign(process.env, request.env);
    this.activity.touch();
    log('initialised');
    return this.status;
  }

  webhooks(): Webhooks {
    return this.services().webhooks;
  }

  /** Pauses all runs, and delivers the events of that to the webhooks. */
  async suspend(): Promise<void> {
    const { catalogue, webhooks } = this.services();
    catalogue.suspend();
    await webhooks.flush();
  }

  /** Pauses all runs, refuses requests (503), and delivers the last events to the webhooks. */
  async stop(): Promise<void> {
    this.opened?.catalogue.suspend();
    this.hasStopped = true;
    this.keeper.close();
    await this.opened?.webhooks.flush();
  }

  private open(settings: Settings): Services {
    const runner = new CommandRunner(settings.workspace, this.keeper);
    const webhooks = new Webhooks(settings.webhooks, settings.sessionApiKeys[0]);
    return {
      webhooks,
      catalogue: new Catalogue(settings, this.activity, runner, webhooks),
      bash: new BashCommands(settings, this.activity, runner),
    };
  }

  private services(): Services {
    if (this.hasStopped) throw new HttpError(503, 'server is stopping');
    if (this.opened) return this.opened;
    throw new HttpError(503, "server is in deferred-init state 'dormant'; call POST /api/init first");
  }
}
