import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { FunctionSettings } from '../../../infra/local/lambda/function-settings.ts';
import type { StartInstance } from '../../../infra/local/lambda/functions.ts';
import { type FunctionInstance, Instance, type Invocation } from '../../../infra/local/lambda/instance.ts';
import type { Outcome } from '../../../infra/local/lambda/outcome.ts';

const meter = join(import.meta.dirname, 'meter.mjs');

/** CPU milliseconds of one process, all threads. */
const Times = z.object({ init: z.number(), first: z.number() });
export type Times = z.infer<typeof Times>;

interface Measurement {
  /** Of the builds that are compared, the one whose turn it is. */
  build(): { readonly name: string; readonly directory: string };
  /** Whether this function needs a cold process now. */
  wants(id: string): boolean;
  /** @param status the HTTP status, undefined where the outcome has none */
  keep(id: string, build: string, status: number | undefined, times: Times): void;
}

interface MeasuredInstances {
  readonly start: StartInstance;
  /** Ends the ordinary processes of endpoints, which would otherwise serve the calls of the next round. */
  retire(): Promise<void>;
}

/** Starts measured processes, each for one call, for as long as a function is wanted, and ordinary ones afterwards. */
export function measuredInstances(directory: string, measurement: Measurement): MeasuredInstances {
  let count = 0;
  const ordinary: { readonly id: string; readonly instance: Instance }[] = [];
  const start: StartInstance = (settings, environment, log) => {
    if (!measurement.wants(settings.id)) {
      const instance = new Instance(settings, environment, log);
      ordinary.push({ id: settings.id, instance });
      return instance;
    }
    count += 1;
    const { name, directory: built } = measurement.build();
    const file = join(directory, `${count}.json`);
    const own = { ...settings, modulePath: join(built, settings.id, 'index.mjs') };
    const preloaded = { NODE_OPTIONS: `--import ${meter}`, METER_FILE: file, NODE_DISABLE_COMPILE_CACHE: '1' };
    const keep = (status: number | undefined) => {
      if (existsSync(file))
        measurement.keep(settings.id, name, status, Times.parse(JSON.parse(readFileSync(file, 'utf8'))));
    };
    return new OneCall(own, { ...environment, ...preloaded }, log, keep);
  };
  const retire = async () => {
    const wanted = ordinary.filter(({ id }) => measurement.wants(id));
    await Promise.all(wanted.map(({ instance }) => instance.stop()));
  };
  return { start, retire };
}

/** A process that ends after one call, so that the next one is cold too. */
class OneCall implements FunctionInstance {
  readonly #instance: Instance;
  readonly #keep: (status: number | undefined) => void;
  #hasRun = false;

  constructor(
    settings: FunctionSettings,
    environment: Readonly<Record<string, string>>,
    log: (line: string) => void,
    keep: (status: number | undefined) => void,
  ) {
    this.#instance = new Instance(settings, environment, log);
    this.#keep = keep;
  }

  get alive(): boolean {
    return !this.#hasRun && this.#instance.alive;
  }

  get ready(): Promise<Outcome | undefined> {
    return this.#instance.ready;
  }

  async run(invocation: Invocation): Promise<Outcome> {
    this.#hasRun = true;
    let streamed: Buffer | undefined;
    const onPiece = (piece: Buffer) => {
      streamed ??= piece;
      invocation.onPiece?.(piece);
    };
    const outcome = await this.#instance.run({ ...invocation, onPiece });
    if (!outcome.functionError) this.#keep(statusOf(outcome, streamed));
    void this.#instance.stop();
    return outcome;
  }

  stop(): Promise<void> {
    return this.#instance.stop();
  }
}

/** A streamed answer begins with its head. */
function statusOf({ payload }: Outcome, streamed: Buffer | undefined): number | undefined {
  const [, inHead] = /"statusCode":(\d+)/.exec(streamed?.toString('latin1') ?? '') ?? [];
  return inHead === undefined ? Object(payload).statusCode : Number(inHead);
}
