import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shortRun } from '../../bench/cold-starts/short-run.ts';
import { BUILD_MS, built } from '../built.ts';

/** Some 180 processes, two at a time, on a machine that runs other tests beside them. */
const LIMIT_MS = 240_000;

let directory: string;
beforeAll(async () => {
  await built();
  directory = await mkdtemp(join(tmpdir(), 'bench-'));
}, BUILD_MS);
afterAll(() => rm(directory, { recursive: true }));

it(
  'every function plays its tape whole, and its first call takes little more than its second',
  async () => {
    expect(await shortRun({ only: [] }, directory)).toEqual([]);
  },
  LIMIT_MS,
);
