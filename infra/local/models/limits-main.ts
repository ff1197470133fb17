/**
 * Makes `limits.json` from the service models of botocore, the only published ones with lengths, ranges and patterns:
 *
 *     pip download botocore==VERSION --no-deps && unzip -d DIR botocore-*.whl 'botocore/data/*'
 *     npm run aws-limits -- --models DIR/botocore/data --version VERSION
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { UserError } from '../terminal/user-error.ts';
import { type BotocoreModel, inputLimits } from './botocore-model.ts';
import { calledOperations } from './called-operations.ts';
import type { Limits } from './limits.ts';

/** Botocore's folders, where they are not called as the namespaces of the schemas. */
const FOLDERS: Readonly<Record<string, string>> = {
  cloudfrontkeyvaluestore: 'cloudfront-keyvaluestore',
  cloudwatchlogs: 'logs',
  servicequotas: 'service-quotas',
};

function modelOf(models: string, service: string): BotocoreModel {
  const [newest] = globSync(join(models, FOLDERS[service] ?? service, '*', 'service-2.json.gz'))
    .sort()
    .reverse();
  if (newest === undefined) throw new UserError(`${models} has no model of ${service}: give botocore's data folder.`);
  return JSON.parse(gunzipSync(readFileSync(newest)).toString('utf8'));
}

function main(): void {
  const { values } = parseArgs({ options: { models: { type: 'string' }, version: { type: 'string' } } });
  const { models, version } = values;
  if (models === undefined || version === undefined) {
    throw new UserError('Usage: npm run aws-limits -- --models DIR/botocore/data --version VERSION');
  }
  const operations = calledOperations();
  const limits: Record<string, Limits> = {};
  for (const [service, names] of Object.entries(operations)) {
    limits[service] = inputLimits(modelOf(models, service), names);
  }
  const source = `botocore ${version}, ${new Date().toISOString().slice(0, 10)}`;
  const file = join(import.meta.dirname, 'limits.json');
  writeFileSync(file, `${JSON.stringify({ source, operations, limits }, undefined, 2)}\n`);
  console.log(`${file}: ${Object.values(operations).flat().length} operations, from ${source}`);
}

try {
  main();
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}
