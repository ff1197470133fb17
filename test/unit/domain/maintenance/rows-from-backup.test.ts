import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { LifecycleScene } from '../../../support/sandboxes/lifecycle-scene.ts';

interface History {
  readonly scene: LifecycleScene;
  /** Every version of the sandbox's row, oldest first. */
  readonly rows: readonly Sandbox[];
}

/** A sandbox that was paused twice, with a file of each run. */
async function pausedTwice(): Promise<History> {
  const scene = await LifecycleScene.with();
  const rows: Sandbox[] = [];
  const note = async () => {
    const row = await scene.read();
    if (rows.at(-1)?.version !== row.version) rows.push(row);
  };
  const settle = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await note();
      await scene.settle(1);
    }
  };
  await settle(120);
  await scene.write('first');
  await scene.want('pause');
  await settle(120);
  await scene.want('resume');
  await settle(120);
  await scene.write('second');
  await scene.want('pause');
  await settle(120);
  expect(await scene.read()).toMatchObject({ phase: 'PAUSED', generation: 2 });
  return { scene, rows };
}

function newestContent({ scene }: History, truth: Sandbox): readonly string[] | undefined {
  return scene.world.disks.contentOf(truth.snapshot_id ?? '');
}

const { rows: versions } = await pausedTwice();

describe('newest workspace', () => {
  it('is tried under rows of both generations and many phases', () => {
    expect(versions.length).toBeGreaterThan(10);
    const phases = new Set(versions.map(({ phase, generation }) => `${phase} ${generation}`));
    expect([...phases]).toEqual(
      expect.arrayContaining(['RUNNING 1', 'PAUSED 1', 'PROVISIONING 2', 'RUNNING 2', 'SAVING 2']),
    );
  });

  it.each(versions.map((row, index) => [index, row.phase, row.generation] as const))(
    'survives an hour of sweeps under its row as of version %i (%s, generation %i)',
    async (index) => {
      const history = await pausedTwice();
      const { scene } = history;
      const truth = await scene.read();
      const [[key = ''] = []] = [...scene.world.sandboxes.rows];
      const restored = history.rows[index];
      if (!restored) throw new Error(`there is no version ${index}`);

      scene.world.sandboxes.rows.set(key, restored);
      await scene.minutesWithoutEvents(60);

      expect(newestContent(history, truth)).toEqual(['first', 'second']);
    },
  );

  it('survives an hour of sweeps without any row', async () => {
    const history = await pausedTwice();
    const truth = await history.scene.read();
    history.scene.world.sandboxes.rows.clear();

    await history.scene.minutesWithoutEvents(60);

    expect(newestContent(history, truth)).toEqual(['first', 'second']);
  });
});
