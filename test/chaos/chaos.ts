import { freePort } from '../support/free-port.ts';
import { Api } from '../support/service/api.ts';
import { inventoryOf } from '../support/service/control.ts';
import { eventually } from '../support/service/eventually.ts';
import { LocalService } from '../support/service/local-service.ts';
import { withSweeps } from '../support/service/sweeps.ts';
import { Actor } from './actor.ts';
import { Dice } from './dice.ts';
import { disagreements, rowsOf } from './disagreements.ts';
import { inTurns, listen } from './listen.ts';
import { Tally } from './tally.ts';
import { badWeather, fairWeather, lightning } from './weather.ts';

export interface ChaosOptions {
  readonly stateDirectory: string;
  readonly sandboxes: number;
  readonly seconds: number;
  readonly seed: number;
  /** Restarts of the service, by turns after a kill and an interrupt. */
  readonly restarts: number;
  /** Runs sweeps every few seconds instead of every minute while the service settles. */
  readonly hurry?: boolean;
  readonly say: (line: string) => void;
}

export interface ChaosReport {
  readonly seed: number;
  readonly actions: Readonly<Record<string, unknown>>;
  readonly restarts: number;
  readonly secondsToRest: number;
  /** The users with confirmed messages at the end, and the number of these messages. */
  readonly heard: number;
  readonly confirmed: number;
  /** The forks whose agents have all that was confirmed before. */
  readonly forks: number;
  readonly missing: readonly string[];
  readonly errors: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
  readonly left: { readonly volumes: number; readonly snapshots: number; readonly tasks: number };
}

/** Time limit for the service to settle after the last fault: some sweeps and the longest retry pauses. */
const REST = 420_000;

/** The size of the warm pool, so that only some starts get a warm task. */
const POOL = 2;

/** Runs many users with faults and kills of the service, waits until it settles, and checks the remaining state. */
export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const run = new Run(options, await freePort());
  await run.start();
  try {
    return await livesOn(run, options);
  } finally {
    await run.stop();
  }
}

async function livesOn(run: Run, options: ChaosOptions): Promise<ChaosReport> {
  const dice = new Dice(options.seed);
  const tally = new Tally();
  const actors = Array.from(
    { length: options.sandboxes },
    (_, index) => new Actor(`user-${index}`, () => run.api, new Dice(options.seed + index), tally),
  );
  await inTurns(actors, 8, (actor) => eventually(`${actor.name} has begun`, () => actor.begin().then(() => true)));
  options.say(`${actors.length} conversations have begun; the weather turns bad`);
  await badWeather(options.stateDirectory);
  const restarts = await storm(run, actors, options, dice, tally);
  await fairWeather(options.stateDirectory);
  options.say('the weather is fair again');
  const calm = Date.now();
  await settle(actors, run);
  await comeToRest(options);
  const secondsToRest = Math.round((Date.now() - calm) / 1000);
  const { missing, confirmed, heard, forks } = await listen(actors, run.api);
  const wrong = await comeToRest(options);
  const { tasks, volumes, snapshots } = await inventoryOf(options.stateDirectory);
  const { sandboxes } = await rowsOf(options.stateDirectory);
  return {
    seed: options.seed,
    actions: tally.report(),
    restarts,
    secondsToRest,
    heard,
    confirmed,
    forks,
    missing,
    errors: countErrors(sandboxes),
    wrong,
    left: { volumes: volumes.length, snapshots: snapshots.length, tasks: tasks.filter(isLive).length },
  };
}

function isLive({ last_status: status }: { readonly last_status: string }): boolean {
  return status !== 'STOPPED';
}

function countErrors(sandboxes: readonly { phase: string; status_reason: { code: string } | null }[]) {
  const failed = sandboxes.filter(({ phase }) => phase === 'ERROR');
  return Object.fromEntries(
    [...Map.groupBy(failed, (row) => row.status_reason?.code ?? 'none')].map(([code, rows]) => [code, rows.length]),
  );
}

class Run {
  readonly #options: ChaosOptions;
  readonly #port: number;
  #service: LocalService | undefined;

  constructor(options: ChaosOptions, port: number) {
    this.#options = options;
    this.#port = port;
  }

  async start(): Promise<void> {
    const { stateDirectory } = this.#options;
    const settings = { warmPools: { reference: { size: POOL } } };
    this.#service = await LocalService.start({ stateDirectory, port: this.#port, settings });
  }

  get api(): Api {
    if (!this.#service) throw new Error('The service does not run.');
    return Api.withKey(this.#service.baseUrl, this.#service.apiKey);
  }

  async restart(how: 'kill' | 'interrupt'): Promise<void> {
    const service = this.#service;
    this.#service = undefined;
    await service?.[how]();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#service?.interrupt();
  }
}

async function storm(
  run: Run,
  actors: readonly Actor[],
  options: ChaosOptions,
  dice: Dice,
  tally: Tally,
): Promise<number> {
  const ends = new AbortController();
  const lives = actors.map((actor) => actor.live(ends.signal));
  const begin = Date.now();
  const end = begin + options.seconds * 1000;
  let restarts = 0;
  // On a slow machine one round can take all of the time, but the restarts still happen.
  while (Date.now() < end || restarts < options.restarts) {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const due = Math.floor(((Date.now() - begin) / (options.seconds * 1000)) * (options.restarts + 1));
    if (due > restarts && restarts < options.restarts) {
      restarts += 1;
      const how = restarts % 2 === 1 ? 'kill' : 'interrupt';
      options.say(`the service is ended: ${how}`);
      await run.restart(how);
      await badWeather(options.stateDirectory);
    }
    await tally.attempt('lightning', async () => {
      const how = await lightning(options.stateDirectory, dice);
      if (how) tally.count(how);
    });
  }
  ends.abort();
  await Promise.all(lives);
  return restarts;
}

/** Sends the last request of each user: every other sandbox runs at the end, the others are paused. */
async function settle(actors: readonly Actor[], run: Run): Promise<void> {
  await Promise.all(
    actors.map(async (actor, index) => {
      await eventually(`${actor.name} gets an answer`, async () => {
        await actor.deleteForSure();
        if (actor.mine) await actor.ask(index % 2 === 0 ? 'resume' : 'pause');
        return true;
      });
    }),
  );
  await eventually('nothing is left of requests without a response', () => deleteUnknown(actors, run.api));
}

/** Deletes the sandboxes of requests whose response was lost: no user knows them. */
async function deleteUnknown(actors: readonly Actor[], api: Api): Promise<true> {
  const own = await Promise.all(actors.map(async (actor) => (actor.mine ? [await actor.sandboxId()] : [])));
  const known = new Set([...own.flat(), ...actors.flatMap(({ copies }) => copies.forks.map(({ id }) => id))]);
  for (let page: string | null | undefined; page !== null; ) {
    const { status, body } = await api.get('/api/v1/sandboxes/search', page ? { page_id: page } : {});
    if (status !== 200) throw new Error(`search ${status}`);
    for (const { id } of body.items) if (!known.has(id)) await api.delete(`/api/v1/sandboxes/${id}`);
    page = body.next_page_id;
  }
  return true;
}

function comeToRest({ stateDirectory, hurry = false }: ChaosOptions): Promise<string[]> {
  const resting = eventually('everything is at rest', () => rest(stateDirectory), REST);
  return hurry ? withSweeps(stateDirectory, resting) : resting;
}

async function rest(stateDirectory: string): Promise<string[] | undefined> {
  const wrong = await disagreements(stateDirectory, POOL);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return wrong;
}
