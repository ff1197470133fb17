import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionSettings } from '../../infra/local/lambda/function-settings.ts';
import type { StartInstance } from '../../infra/local/lambda/functions.ts';
import { type FunctionInstance, Instance, type Invocation } from '../../infra/local/lambda/instance.ts';
import type { Outcome } from '../../infra/local/lambda/outcome.ts';
import { readTake, type Take } from './take.ts';

const recorder = join(import.meta.dirname, 'recorder.mjs');

/** Takes what each invocation did, with the id of its function. */
export type KeepTake = (functionId: string, take: Take) => void;

/** Of one function: every request calls the authorizer, and each take costs a process. */
const MOST_TAKES = 60;

/** Each invocation gets a process of its own, so that every take is one of a cold function. */
export function recordingInstances(directory: string, keep: KeepTake): StartInstance {
  const takes = new Map<string, number>();
  return (settings, environment, log) => {
    const before = takes.get(settings.id) ?? 0;
    takes.set(settings.id, before + 1);
    if (before >= MOST_TAKES) return new Instance(settings, environment, log);
    return new RecordingInstance(settings, environment, { directory, keep, log });
  };
}

interface Recording {
  readonly directory: string;
  readonly keep: KeepTake;
  readonly log: (line: string) => void;
}

class RecordingInstance implements FunctionInstance {
  readonly #instance: Instance;
  readonly #id: string;
  readonly #file: string;
  readonly #keep: KeepTake;
  #hasRun = false;

  constructor(
    settings: FunctionSettings,
    environment: Readonly<Record<string, string>>,
    { directory, keep, log }: Recording,
  ) {
    this.#id = settings.id;
    this.#file = join(directory, `${settings.id}-${randomUUID()}.json`);
    this.#keep = keep;
    const preloaded = { NODE_OPTIONS: `--import ${recorder}`, TAKE_FILE: this.#file };
    this.#instance = new Instance(settings, { ...environment, ...preloaded }, log);
  }

  get alive(): boolean {
    return !this.#hasRun && this.#instance.alive;
  }

  get ready(): Promise<Outcome | undefined> {
    return this.#instance.ready;
  }

  async run(invocation: Invocation): Promise<Outcome> {
    this.#hasRun = true;
    const outcome = await this.#instance.run(invocation);
    // One that was killed has written nothing.
    if (existsSync(this.#file)) this.#keep(this.#id, await readTake(this.#file));
    void this.#instance.stop();
    return outcome;
  }

  stop(): Promise<void> {
    return this.#instance.stop();
  }
}
