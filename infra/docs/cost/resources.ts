import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../app.ts';
import { stubBundles } from '../../bundling/stub-bundles.ts';
import type { Stage } from '../../config.ts';

export interface Deployed {
  /** The logical ID. */
  readonly id?: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Every resource of a stage, of nested stacks too. Needs neither an account nor a build. */
export function resourcesOf(stage: Stage): readonly Deployed[] {
  const outdir = mkdtempSync(join(tmpdir(), 'cost-'));
  try {
    createApp({ bundles: stubBundles(join(outdir, 'bundles'), { readSpecs: [] }), outdir, stage, context: {} }).synth();
    return readdirSync(outdir)
      .filter((name) => name.endsWith('.template.json'))
      .flatMap((name) => Object.entries(JSON.parse(readFileSync(join(outdir, name), 'utf8')).Resources ?? {}))
      .map(([id, resource]) => {
        const { Type: type, Properties: properties = {} } = resource as { Type: string; Properties?: object };
        return { id, type, properties: properties as Deployed['properties'] };
      });
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The functions among these resources. */
export const functionsIn = (all: readonly Deployed[]) => all.filter(({ type }) => type === 'AWS::Lambda::Function');

/** The memory of the largest of these functions, in GB. */
export const largest = (functions: readonly Deployed[]) =>
  Math.max(...functions.map(({ properties: { MemorySize: size } }) => Number(size ?? 128))) / 1024;
