import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { commandsIn, problemOf } from './documented-commands.ts';
import { KnownNames, namesIn, outputKeysIn, stacksIn } from './documented-names.ts';
import { fullyObserved } from './observability.ts';

const documents = ['runbook.md', 'deploy.md'];
const docs = join(import.meta.dirname, '../../docs');
const read = (file: string) => readFileSync(join(docs, file), 'utf8');
/** Decisions tell of the project at their time. */
const pages = [...globSync('*.md', { cwd: docs }), '../README.md', '../CONTRIBUTING.md', '../SECURITY.md'];
const KeySchema = z.array(z.object({ AttributeName: z.string() }));
const Indexes = z.array(z.object({ IndexName: z.string() })).default([]);
const known = new KnownNames(fullyObserved());

async function problemsIn(text: string): Promise<readonly string[]> {
  const problems = await Promise.all(commandsIn(text).map(problemOf));
  return problems.filter((problem) => problem !== undefined);
}

describe.each(pages)('docs/%s', (file) => {
  it('has only existing commands with their options', async () => {
    expect(commandsIn(read(file)).length).toBeGreaterThan(documents.includes(file) ? 3 : -1);
    expect(await problemsIn(read(file))).toEqual([]);
  });
});

describe.each([...documents, 'ingress.md'])('docs/%s', (file) => {
  it('uses only names in the templates or the sources', () => {
    expect(namesIn(read(file)).filter((name) => !known.has(name))).toEqual([]);
  });

  it('names only stacks and outputs that there are', () => {
    expect(stacksIn(read(file)).filter((name) => !known.has(name))).toEqual([]);
    expect(outputKeysIn(read(file)).filter((key) => !known.hasOutput(key))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  it('lists every table with its key and indexes', () => {
    const keysOf = (properties: Record<string, unknown>) =>
      KeySchema.parse(properties.KeySchema).map(({ AttributeName }) => AttributeName);
    const indexesOf = ({ GlobalSecondaryIndexes: global, LocalSecondaryIndexes: local }: Record<string, unknown>) =>
      [...Indexes.parse(global), ...Indexes.parse(local)].map(({ IndexName }) => IndexName).toSorted();
    const tables = fullyObserved()
      .resources('data', 'AWS::DynamoDB::Table')
      .map(({ logicalId, properties }) => [
        logicalId.replace(/Table[0-9A-F]{8}$/, ''),
        ...[keysOf(properties), indexesOf(properties)].map((names) => names.map((name) => `\`${name}\``).join(' ')),
      ]);
    const [, section = ''] = read('architecture.md').split('\n## Tables\n');
    const listed = [...section.matchAll(/^\| (\w+) \| (.*?) \| (.*?) ?\| .* \|$/gm)].slice(1);

    expect(listed.map(([, ...cells]) => cells.slice(0, 3)).toSorted()).toEqual(tables.toSorted());
  });
});

describe('the check of documents', () => {
  const inShell = (...lines: string[]) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;

  it('finds commands in blocks, over several lines, in substitutions and in backticks', () => {
    const text = `${inShell('aws ec2 \\', '  describe-volumes   # all', 'X=$(aws sts get-caller-identity)')} or \`npm start\``;

    expect(commandsIn(text)).toEqual(['aws ec2 describe-volumes', 'aws sts get-caller-identity', 'npm start']);
  });

  it.each([
    ['aws lambda stop-function --function-name x', "lambda has no operation 'stop-function'"],
    ['aws lambda delete-function-concurrency --name x', "'delete-function-concurrency' takes no --name"],
    ['aws lamda list-functions', "no service 'lamda'"],
    ['npm run restor', "no script 'restor'"],
    ['npm run restore -- tables', "no command 'tables'"],
    ['npm run restore -- table --from X --aply', 'takes no --aply'],
    ['npm run keys -- create --owners x', 'takes no --owners'],
    ['npm run test:soak -- --minuts 3', 'takes no --minuts'],
    ['npm start --silent -- --jsn', 'takes no --jsn'],
  ])('finds the fault in %s', async (command, problem) => {
    expect(await problemsIn(inShell(command))).toEqual([expect.stringContaining(problem)]);
  });

  it('finds names, stacks and outputs that there are not', () => {
    const text =
      '`sweep-sandbox` `workspace_gone` `sandboxLimits` `agent-conversations-dev-ops` `MasterSecret` `sweep-silent`';

    expect(namesIn(text).filter((name) => !known.has(name))).toEqual([
      'sweep-sandbox',
      'workspace_gone',
      'sandboxLimits',
      'agent-conversations-dev-ops',
    ]);
    expect(stacksIn('--stack-name $STACK-dat --x').filter((name) => !known.has(name))).toHaveLength(1);
    expect(outputKeysIn("[?OutputKey=='SandboxTable']").filter((key) => !known.hasOutput(key))).toEqual([
      'SandboxTable',
    ]);
  });
});
