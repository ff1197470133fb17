import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { limitsOf } from './limits.ts';
import { Enums, type Rules } from './member-rules.ts';
import { isOperation, type OperationSchema } from './schema.ts';

const require = createRequire(import.meta.url);
const CLIENTS = join(require.resolve('@aws-sdk/client-dynamodb/package.json'), '..', '..');

const folders = new Map<string, string>();
const rules = new Map<string, Rules>();

/** An operation as the SDK's client of the service describes it; undefined when it has none of that name. */
export function operationOf(service: string, name: string): OperationSchema | undefined {
  // Loaded on the first call of the service: EC2's client has thousands of shapes.
  const client: Readonly<Record<string, unknown>> = require(clientFolder(service));
  const schema = client[`${name}$`];
  return isOperation(schema) ? schema : undefined;
}

/** @param service its name at the end of the namespaces of its schemas */
export function rulesOf(service: string): Rules {
  const made = rules.get(service) ?? { enums: new Enums(clientFolder(service)), limits: limitsOf(service) };
  rules.set(service, made);
  return made;
}

/** @throws when no SDK client is installed for the service */
function clientFolder(service: string): string {
  if (folders.size === 0) {
    for (const name of readdirSync(CLIENTS).filter((entry) => entry.startsWith('client-'))) {
      folders.set(name.slice('client-'.length).replaceAll('-', ''), join(CLIENTS, name));
    }
  }
  const folder = folders.get(service);
  if (folder === undefined)
    throw new Error(`No client of the SDK for '${service}' is installed to check its calls by.`);
  return folder;
}
