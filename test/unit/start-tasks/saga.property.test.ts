import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { VersionConflictError } from '../../../shared/errors.ts';
import { changed } from '../../../shared/sandboxes/sandbox.ts';
import type { ShellOutcome } from '../../../shared/start-tasks/agent-workspace.ts';
import { HandOverError } from '../../../shared/start-tasks/start-failed.ts';
import type { StartTask } from '../../../shared/start-tasks/start-task.ts';
import { steps } from '../../../shared/start-tasks/steps.ts';
import { aRunningSandbox } from '../../support/sandbox-data.ts';
import { StartTaskScene, success } from '../../support/start-task-scene.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

/** The process of a worker is gone: nothing of what it would have done next happens. */
class Death extends Error {}

/** What happens at one call of a worker: death before it or behind it, a failure, the end of its time, or a new start of its sandbox. */
const mishaps = ['none', 'none', 'none', 'die-before', 'die-behind', 'fail', 'hand-over', 'restart'] as const;
type Mishap = (typeof mishaps)[number];

const order = ['WORKING', 'WAITING_FOR_SANDBOX', ...steps.map(({ status }) => status), 'READY', 'ERROR'];

/** One start whose workers meet one mishap after another, and then none. */
class Story {
  readonly scene = new StartTaskScene();
  readonly written: StartTask[] = [];
  /** Conversations as the agent keeps them: by id, and on its disk. */
  readonly conversations = new Set<string>();
  created = 0;
  #mishaps: Mishap[];
  #sandbox = aRunningSandbox();
  #alive = true;

  constructor(given: readonly Mishap[]) {
    this.#mishaps = [...given];
  }

  async tell(): Promise<StartTask> {
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
    const mishap = this.#mishaps.shift() ?? 'none';
    if (mishap === 'die-before') return this.#die();
    if (mishap === 'fail') throw new Error('it failed');
    if (mishap === 'hand-over') throw new HandOverError('no time');
    if (mishap === 'restart') await this.#restart();
    const result = await work();
    return mishap === 'die-behind' ? this.#die() : result;
  }

  #die(): never {
    this.#alive = false;
    throw new Death('killed');
  }

  /** The sandbox comes back on its disk with what the agent keeps there. */
  async #restart(): Promise<void> {
    const generation = this.#sandbox.generation + 1;
    const next = changed(this.#sandbox, this.scene.deps.now(), { generation, wanted_generation: generation });
    await this.scene.deps.sandboxes.save([{ previous: this.#sandbox, next }]);
    this.#sandbox = next;
  }
}

describe('a start whose workers die and fail at any of their calls', () => {
  it('ends READY once with one conversation, or in ERROR with a reason, and takes its steps in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...mishaps), { maxLength: 60 }), async (given) => {
        const story = new Story(given);

        const end = await story.tell();

        const ends = story.written.filter(({ status }) => status === 'READY' || status === 'ERROR');
        expect(ends).toHaveLength(1);
        if (end.status === 'READY') expect(story.created).toBe(1);
        else expect(end.detail).toMatch(/\w/);
        expect(end).toMatchObject({ sealed: null, lease_by: null, lease_until: null });
        inOrder(story.written);
      }),
      { numRuns: 300 },
    );
  });

  it.each(Array.from({ length: 30 }, (_, index) => index))('is READY when a worker dies at call %i', async (index) => {
    for (const mishap of ['die-before', 'die-behind'] as const) {
      const story = new Story([...Array<Mishap>(index).fill('none'), mishap]);

      expect(await story.tell()).toMatchObject({ status: 'READY', detail: null });
      expect(story.created).toBe(1);
    }
  });
});

/** Within one generation of the sandbox no step is taken after a later one. */
function inOrder(written: readonly StartTask[]): void {
  for (const [index, task] of written.entries()) {
    const before = written[index - 1];
    if (!before || before.generation !== task.generation) continue;
    expect(order.indexOf(task.status)).toBeGreaterThanOrEqual(order.indexOf(before.status));
  }
}

it('is told of a lost race by name', async () => {
  const scene = new StartTaskScene();
  const task = await scene.aStart(aRunningSandbox());
  await scene.run(task);

  await expect(scene.deps.startTasks.save(task, task)).rejects.toBeInstanceOf(VersionConflictError);
});
