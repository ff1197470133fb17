/**
 * Generates `limits.json` from botocore's service models, the only published ones with lengths, ranges and patterns:
 *
 *     pip download botocore==VERSION --no-deps && unzip -d DIR botocore-*.whl 'botocore/data/*'
 *     npm run aws-limits -- --models DIR/botocore/data --version VERSION
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { UserError } from '../terminal/user-error.ts';
import { calledOperations } from './called-operations.ts';
import { expression, type Limit, type Limits } from './limits.ts';

/** The part of a botocore service model that holds limits. */
interface BotocoreModel {
  readonly operations: Readonly<Record<string, { readonly input?: Reference }>>;
  readonly shapes: Readonly<Record<string, BotocoreShape>>;
}

interface Reference {
  readonly shape: string;
}

interface BotocoreShape extends Limit {
  readonly type: string;
  readonly members?: Readonly<Record<string, Reference>>;
  readonly member?: Reference;
  readonly value?: Reference;
}

/** The limits of the inputs of these operations, by `Structure.member`. @throws when the model lacks an operation */
function inputLimits({ operations, shapes }: BotocoreModel, names: readonly string[]): Limits {
  const limits: Record<string, Limit> = {};
  const seen = new Set<string>();
  const shapeOf = ({ shape }: Reference): BotocoreShape => shapes[shape] ?? { type: shape };

  const addStructure = (reference: Reference): void => {
    if (seen.has(reference.shape)) return;
    seen.add(reference.shape);
    for (const [name, member] of Object.entries(shapeOf(reference).members ?? {})) {
      addMember(`${reference.shape}.${name}`, member);
    }
  };
  const addMember = (place: string, reference: Reference): void => {
    const shape = shapeOf(reference);
    const limit = limitOf(shape);
    if (limit) limits[place] = limit;
    if (shape.type === 'structure') addStructure(reference);
    if (shape.member) addMember(`${place}[]`, shape.member);
    if (shape.value) addMember(`${place}{}`, shape.value);
  };

  for (const name of names) {
    const operation = operations[name];
    if (!operation) throw new Error(`The model has no operation ${name}.`);
    if (operation.input) addStructure(operation.input);
  }
  return limits;
}

/** Leaves out patterns that JavaScript cannot read, because they are for Java. */
function limitOf({ min, max, pattern }: BotocoreShape): Limit | undefined {
  const readable = pattern !== undefined && isReadable(pattern) ? pattern : undefined;
  if (min === undefined && max === undefined && readable === undefined) return undefined;
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(readable !== undefined && { pattern: readable }),
  };
}

function isReadable(pattern: string): boolean {
  try {
    expression(pattern);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Botocore's folders whose names differ from the namespaces of the schemas. */
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
