import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../app.ts';
import { stubBundles } from '../../bundling/stub-bundles.ts';
import type { Stage } from '../../config.ts';

/** One resource of a template. */
export interface Deployed {
  /** Its logical id, by which its template refers to it. */
  readonly id?: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Every resource of a stage with these settings, of nested stacks too. Neither an account nor a build is needed. */
export function resourcesOf(stage: Stage, context: Readonly<Record<string, unknown>> = {}): readonly Deployed[] {
  const outdir = mkdtempSync(join(tmpdir(), 'cost-'));
  try {
    const bundles = stubBundles(join(outdir, 'bundles'), { readSpecs: [] });
    createApp({ bundles, outdir, stage, context }).synth();
    return readdirSync(outdir)
      .filter((name) => name.endsWith('.template.json'))
      .flatMap((name) => resourcesIn(readFileSync(join(outdir, name), 'utf8')));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

interface Template {
  readonly Resources?: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Deployed['properties'] }>
  >;
}

function resourcesIn(text: string): Deployed[] {
  const { Resources = {} } = JSON.parse(text) as Template;
  return Object.entries(Resources).map(([id, { Type, Properties = {} }]) => ({
    id,
    type: Type,
    properties: Properties,
  }));
}
