import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../terminal/options.ts';

/** Commands of lib-dynamodb whose names differ from their operations. */
const DOCUMENT_COMMANDS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  TransactGet: 'TransactGetItems',
  TransactWrite: 'TransactWriteItems',
};

/** Operations with whose parameters templates make resources. */
const BY_TEMPLATES: readonly (readonly [service: string, operation: string])[] = [['ecs', 'RegisterTaskDefinition']];

/** From the SDK, or from a client of this project whose commands are named as in the SDK. */
const IMPORT =
  /import \{([^}]*)\} from '(?:@aws-sdk\/|\.[./\w-]*\/)(?:client-([\w-]+)|(lib-dynamodb)|(kms|ebs|secrets-manager|sesv2)-client\.ts)'/g;

/** A command or a paginator. */
const COMMAND = /\b(?:(\w+)Command|paginate(\w+))\b/g;

/** The AWS operations for which the code in some folders imports commands, by service. */
export function calledOperations(
  folders: readonly string[] = ['functions', 'shared', 'infra'],
): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (const [service, operation] of [...importedOperations(folders), ...BY_TEMPLATES]) {
    found.set(service, (found.get(service) ?? new Set()).add(operation));
  }
  return Object.fromEntries([...found].sort().map(([service, operations]) => [service, [...operations].sort()]));
}

function importedOperations(folders: readonly string[]): readonly (readonly [service: string, operation: string])[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: PROJECT_ROOT }));
  return files.flatMap((file) => {
    const text = readFileSync(join(PROJECT_ROOT, file), 'utf8');
    return [...text.matchAll(IMPORT)].flatMap(([, names = '', client, documents, own]) =>
      [...names.matchAll(COMMAND)].map(([, command, pages = '']) => {
        const name = command ?? pages;
        const operation = documents === undefined ? name : (DOCUMENT_COMMANDS[name] ?? name);
        return [(client ?? own ?? 'dynamodb').replaceAll('-', ''), operation] as const;
      }),
    );
  });
}
