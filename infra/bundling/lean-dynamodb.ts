import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Leaves out what the document client of `shared/platform/aws/dynamodb` never calls, as it has a middleware of its own:
 * the SDK's client of DynamoDB with its rules for endpoints, the schemas of inputs and outputs, the conversion of rows
 * and the register of errors. What is left of a command is its name, and where the rows are in its input and output.
 */
export const leanDynamoDB: Plugin = {
  name: 'lean-dynamodb',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@aws-sdk\/lib-dynamodb\/dist-es\/DynamoDBDocumentClient\.js$/ }, () => ({
      // Without its check that it was given a client of its own version, which would bring that client along.
      contents: `import { Client } from '@smithy/core/client';
        export class DynamoDBDocumentClient extends Client {}`,
      resolveDir: import.meta.dirname,
    }));
    onLoad({ filter: /@aws-sdk\/lib-dynamodb\/dist-es\/baseCommand\/DynamoDBDocumentClientCommand\.js$/ }, () => ({
      contents: 'export class DynamoDBDocumentClientCommand {}',
    }));
    onLoad({ filter: /@aws-sdk\/client-dynamodb\/dist-es\/commandBuilder\.js$/ }, async ({ path }) => {
      const constants = [...(await readFile(path, 'utf8')).matchAll(/^export const (_\w+) = /gm)];
      const command = 'export const command = (_ep, _mw, _name, schema) => class { schema = schema; };';
      return { contents: [command, ...constants.map(([, name]) => `export const ${name} = 0;`)].join('\n') };
    });
    onLoad({ filter: /@aws-sdk\/client-dynamodb\/dist-es\/schemas\/schemas_0\.js$/ }, async ({ path }) => {
      const operations = [
        ...(await readFile(path, 'utf8')).matchAll(/^export var (\w+)\$ = \[9, n0, _\w+,\s+(?:0|\{[^}]*\}), /gm),
      ];
      const schemas = operations.map(([, name]) => `export const ${name}$ = [9, 0, "${name}"];`);
      return { contents: [...schemas, 'export const errorTypeRegistries = [];'].join('\n') };
    });
  },
};
