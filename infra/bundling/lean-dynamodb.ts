import { basename } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Leaves out what `LeanDocumentClient` never calls, as it has a middleware of its own: the SDK's client of DynamoDB
 * with its schemas, and the conversion of rows. What is left of a command is its class, and where its rows are.
 */
export const leanDynamoDB: Plugin = {
  name: 'lean-dynamodb',
  setup: ({ onResolve, onLoad }) => {
    onLoad(
      { filter: /@aws-sdk\/lib-dynamodb\/dist-es\/(\w+\/)?DynamoDBDocumentClient(Command)?\.js$/ },
      ({ path }) => ({
        contents: `export class ${basename(path, '.js')} {}`,
      }),
    );
    // Each command of the document client makes the one of the client that it stands for.
    onResolve({ filter: /^@aws-sdk\/client-dynamodb$/ }, ({ importer, path }) =>
      /@aws-sdk\/lib-dynamodb\/dist-es\/commands\/\w+Command\.js$/.test(importer)
        ? { path, namespace: 'empty-commands' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'empty-commands' }, async ({ path }) => {
      const commands = Object.keys(await import(path)).filter((name) => name.endsWith('Command'));
      return { contents: commands.map((name) => `export class ${name} {}`).join('\n') };
    });
  },
};
