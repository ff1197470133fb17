import { resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { bundlePrologue, bundlingPlugins } from '../../../../infra/bundling/plugins.ts';

const root = resolve(import.meta.dirname, '../../../..');

it('bundles check texts with zod, without its old format methods and its conversion to JSON Schema', async () => {
  const source = `
    import * as z from 'zod';
    export const text = z.string().trim().min(2).max(3).regex(/^a/).toLowerCase();
    export const email = z.email();
    export const asSchema = () => z.toJSONSchema(text);
  `;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root },
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    banner: { js: bundlePrologue },
    plugins: bundlingPlugins,
  });
  const { text, email, asSchema } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`
  );

  expect(text.parse(' aB ')).toBe('ab');
  expect(text.safeParse('b').success).toBe(false);
  expect(email.safeParse('ann@example.com').success).toBe(true);
  expect('email' in text).toBe(false);
  expect(asSchema).toThrow('left out');
});
