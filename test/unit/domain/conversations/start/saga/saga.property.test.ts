import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShellOutcome } from '../../../../../../shared/domain/conversations/start/agent/start-context.ts';
import { steps } from '../../../../../../shared/domain/conversations/start/saga/next-start-step.ts';
import { HandOverError } from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import type { StartTask } from '../../../../../../shared/domain/conversations/start/task/start-task.ts';
import { changed } from '../../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { StartTaskScene, success } from '../../../../../support/conversations/start/start-task-scene.ts';
import { aRunningSandbox } from '../../../../../support/sandboxes/sandbox-data.ts';
import { searchSize } from '../../../../../support/search-size.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

/** The worker's process died and does nothing more. */
class Death extends Error {}

/** What happens at a worker's call: it dies before or after it, fails, runs out of time, or its sandbox restarts. */
const faults = ['none', 'none', 'none', 'die-before', 'die-behind', 'fail', 'hand-over', 'restart'] as const;
type Fault = (typeof faults)[number];

const order = ['WORKING', 'WAITING_FOR_SANDBOX', ...steps.map(({ status }) => status), 'READY', 'ERROR'];

/** One start whose workers meet the given faults in order. */
class FaultyStart {
  readonly scene = new StartTaskScene();
  readonly written: StartTask[] = [];
  readonly conversations = new Set<string>();
  created = 0;
  #faults: Fault[];
  #sandbox = aRunningSandbox();
  #alive = true;

  constructor(given: readonly Fault[]) {
    this.#faults = [...given];
  }

  async run(): Promise<StartTask> {
    const repository = { selected_repository: 'o/r' };
    const task = await this.scene.aStart(this.#sandbox, {}, repository);
    this.#follow();
    for (let run = 0; run < 60; run += 1) {
      const now = await this.scene.read(task);
      if (now && ['READY', 'ERROR'].includes(now.status)) return now;
      this.#alive = true;
      await this.scene.run(task, `worker ${run}`).catch((error) => {
        if (!(error instanceof Error)) throw error;
      });
      this.scene.deps.clock.advance(31);
    }
    throw new Error('the start does not end');
  }

  #follow(): void {
    const { startTasks } = this.scene.deps;
    const save = startTasks.save.bind(startTasks);
    startTasks.save = (previous, next) =>
      this.#call(async () => {
        await save(previous, next);
        this.written.push(next);
      });
    this.scene.shell = (command) => this.#call(async () => this.#answer(command));
    this.scene.agent = () =>
      this.#call(async () => {
        const id = String(this.scene.asked.at(-1)?.payload.conversation_id);
        if (this.conversations.has(id)) return;
        this.conversations.add(id);
        this.created += 1;
      });
  }

  #answer(command: string): ShellOutcome {
    return command.includes('git clone') || command.includes('clone --depth')
      ? { ...success, stdout: 'found setup\nfound hook\n' }
      : success;
  }

  async #call<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#alive) throw new Death('dead');
    const fault = this.#faults.shift() ?? 'none';
    if (fault === 'die-before') return this.#die();
    if (fault === 'fail') throw new Error('it failed');
    if (fault === 'hand-over') throw new HandOverError('no time');
    if (fault === 'restart') await this.#restart();
    const result = await work();
    return fault === 'die-behind' ? this.#die() : result;
  }

  #die(): never {
    this.#alive = false;
    throw new Death('killed');
  }

  /** The sandbox restarts with its disk. */
  async #restart(): Promise<void> {
    const generation = this.#sandbox.generation + 1;
    const next = changed(this.#sandbox, this.scene.deps.now(), { generation, wanted_generation: generation });
    await this.scene.deps.sandboxes.save([{ previous: this.#sandbox, next }]);
    this.#sandbox = next;
  }
}

describe('start whose workers die and fail at any of their calls', () => {
  it('ends READY once with one conversation, or in ERROR with a reason, and takes its steps in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...faults), { maxLength: 60 }), async (given) => {
        const start = new FaultyStart(given);

        const end = await start.run();

        const ends = start.written.filter(({ status }) => status === 'READY' || status === 'ERROR');
        expect(ends).toHaveLength(1);
        if (end.status === 'READY') expect(start.created).toBe(1);
        else expect(end.detail).toMatch(/\w/);
        expect(end).toMatchObject({ sealed: null, lease_holder: null, lease_until: null });
        inOrder(start.written);
      }),
      { numRuns: searchSize.sagas },
    );
  });

  it.each(Array.from({ length: 30 }, (_, index) => index))(
    'ends READY when a worker dies at call %i',
    async (index) => {
      for (const fault of ['die-before', 'die-behind'] as const) {
        const start = new FaultyStart([...Array<Fault>(index).fill('none'), fault]);

        expect(await start.run()).toMatchObject({ status: 'READY', detail: null });
        expect(start.created).toBe(1);
      }
    },
  );
});

/** Within one generation of the sandbox, steps never go backward. */
function inOrder(written: readonly StartTask[]): void {
  for (const [index, task] of written.entries()) {
    const before = written[index - 1];
    if (!before || before.generation !== task.generation) continue;
    expect(order.indexOf(task.status)).toBeGreaterThanOrEqual(order.indexOf(before.status));
  }
}
