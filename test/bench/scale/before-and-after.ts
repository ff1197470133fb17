import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { ScaleFigures } from './scale-bars.ts';

/** What was measured once around the code before the scale of the fleet was looked at. */
const Before = z.object({
  commit: z.string(),
  command: z.string(),
  bursts: z.array(
    z.object({
      starts: z.int(),
      ready: z.int(),
      quotaUsed: z.number(),
      functionsAtOnce: z.int(),
      /** Null where some never became READY. */
      longest: z.number().nullable(),
    }),
  ),
  sweeps: z.array(
    z.object({ sandboxes: z.int(), seconds: z.number(), complete: z.boolean(), agents: z.int(), reads: z.int() }),
  ),
});

function readBefore(): z.infer<typeof Before> {
  return Before.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'before.json'), 'utf8')));
}

/** Lines of Markdown: each figure before, and now, for the sizes that both have. */
export function beforeAndAfter({ bursts, sweeps }: Pick<ScaleFigures, 'bursts' | 'sweeps'>): readonly string[] {
  const before = readBefore();
  const line = (...cells: readonly (string | number | boolean)[]) => `| ${cells.join(' | ')} |`;
  const ofBursts = before.bursts.flatMap((old) => {
    const now = bursts.find(({ starts }) => starts === old.starts);
    if (!now) return [];
    const of = `${old.starts} starts`;
    return [
      line(of, 'READY', old.ready, now.ready),
      line(of, 'of the quota of RunTask', old.quotaUsed.toFixed(3), now.quotaUsed.toFixed(3)),
      line(of, 'functions at once', old.functionsAtOnce, now.functionsAtOnce),
      line(of, 'seconds until the last is READY', old.longest?.toFixed(0) ?? 'never', longestOf(now).toFixed(0)),
    ];
  });
  const ofSweeps = before.sweeps.flatMap((old) => {
    const now = sweeps.find(({ sandboxes }) => sandboxes === old.sandboxes);
    if (!now) return [];
    const of = `sweep of ${old.sandboxes}`;
    const reads = ['GetItem', 'Query', 'Scan'].reduce((sum, name) => sum + (now.calls.get(name) ?? 0), 0);
    return [
      line(of, 'seconds', old.seconds.toFixed(1), now.seconds.toFixed(1)),
      line(of, 'agents looked at', old.agents, now.calls.get('agent') ?? 0),
      line(of, 'reads of tables', old.reads, reads),
    ];
  });
  const head = [line('', '', `before (${before.commit})`, 'now'), line('---', '---', '---', '---')];
  return [...head, ...ofBursts, ...ofSweeps];
}

function longestOf({ large, small }: ScaleFigures['bursts'][number]): number {
  return Math.max(large.longest, small.longest);
}
