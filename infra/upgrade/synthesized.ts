import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import { stubBundles } from '../bundling/stub-bundles.ts';
import { digestOf, type TemplateDigest, templatesIn } from './template-digest.ts';

/** The digest of the templates of this checkout, of the stage dev with its default settings. */
export function synthesizedDigest(): TemplateDigest {
  const outdir = mkdtempSync(join(tmpdir(), 'upgrade-'));
  try {
    const bundles = stubBundles(join(outdir, 'bundles'), { readSpecs: [] });
    createApp({ bundles, outdir, stage: 'dev' }).synth();
    return digestOf(templatesIn(outdir));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
