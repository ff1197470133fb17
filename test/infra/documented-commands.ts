import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The SDK client of each AWS CLI service that the documents use. */
const clients: Readonly<Record<string, () => Promise<object>>> = {
  cloudformation: () => import('@aws-sdk/client-cloudformation'),
  cloudwatch: () => import('@aws-sdk/client-cloudwatch'),
  dynamodb: () => import('@aws-sdk/client-dynamodb'),
  ec2: () => import('@aws-sdk/client-ec2'),
  ecr: () => import('@aws-sdk/client-ecr'),
  ecs: () => import('@aws-sdk/client-ecs'),
  iam: () => import('@aws-sdk/client-iam'),
  kms: () => import('@aws-sdk/client-kms'),
  lambda: () => import('@aws-sdk/client-lambda'),
  logs: () => import('@aws-sdk/client-cloudwatch-logs'),
  secretsmanager: () => import('@aws-sdk/client-secrets-manager'),
  'service-quotas': () => import('@aws-sdk/client-service-quotas'),
  sqs: () => import('@aws-sdk/client-sqs'),
  ssm: () => import('@aws-sdk/client-ssm'),
  sts: () => import('@aws-sdk/client-sts'),
};

/** AWS CLI commands that are not operations of a service. */
const cliOnly = new Set(['cloudformation deploy', 'ecr get-login-password', 'resourcegroupstaggingapi get-resources']);

/** Operations of services whose SDK the project does not have. */
const others = new Set([
  'acm request-certificate',
  'acm describe-certificate',
  'cognito-idp admin-add-user-to-group',
  'cognito-idp admin-create-user',
  'cognito-idp create-group',
  'cognito-idp create-identity-provider',
]);

/** Commands of npm itself that are not scripts. */
const npmOnly = new Set(['ci', 'install', 'audit']);

/** The global options of the AWS CLI. */
const globalOptions = new Set(['query', 'output', 'region', 'profile', 'no-paginate', 'cli-binary-format']);

/** The commands in shell blocks and backticks, without comments. */
export function commandsIn(text: string): readonly string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .replace(/\s*\\\n\s*/g, ' ')
      .split('\n')
      .map((line) => line.replace(/(^|\s)#\s.*$/, '').trim()),
  );
  const inline = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`((?:aws|npm|npx) [^`]+)`/g)];
  const all = [...blocks, ...inline.map(([, command = '']) => command)];
  // A command substitution contains a command, too.
  return all.flatMap((line) => /\$\((.*)\)$/.exec(line)?.[1] ?? line).filter((line) => line !== '');
}

/** @returns a sentence about the command's fault, or undefined */
export async function problemOf(command: string): Promise<string | undefined> {
  const words = command.split(/\s+/);
  if (words[0] === 'aws') return problemOfAws(words.slice(1), command);
  if (words[0] === 'npm') return problemOfNpm(words.slice(1), command);
  return undefined;
}

async function problemOfAws([service = '', operation = '']: readonly string[], command: string) {
  if (cliOnly.has(`${service} ${operation}`) || others.has(`${service} ${operation}`)) return undefined;
  const load = clients[service];
  if (!load) return `${command}: the documents use no service '${service}'`;
  const name = `${operation.split('-').map(capitalised).join('')}Command`;
  const [, Command] = Object.entries(await load()).find(([own]) => own.toLowerCase() === name.toLowerCase()) ?? [];
  if (typeof Command !== 'function') return `${command}: ${service} has no operation '${operation}'`;
  const members = new Set(inputOf(Command).map((member) => member.toLowerCase()));
  const unknown = optionsIn(command).find(
    (option) =>
      !globalOptions.has(option) && !members.has(option.replace(/^no-/, '').replaceAll('-', '').toLowerCase()),
  );
  return unknown && `${command}: '${operation}' takes no --${unknown}`;
}

/** The members of an operation's input. */
function inputOf(Command: unknown): readonly string[] {
  const { schema } = new (Command as new (input: object) => { schema: readonly unknown[] })({});
  const input = schema[4];
  const struct = (typeof input === 'function' ? input() : input) as readonly unknown[];
  return Array.isArray(struct[4]) ? struct[4].map(String) : [];
}

function problemOfNpm(words: readonly string[], command: string) {
  const [verb = '', ...more] = words.filter((word) => word !== '--silent');
  if (npmOnly.has(verb)) return undefined;
  const [script = '', ...rest] = verb === 'run' ? more : [verb, ...more];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const line = scripts[script];
  if (line === undefined) return `${command}: package.json has no script '${script}'`;
  const given = rest[0] === '--' ? rest.slice(1) : [];
  const entry = /node ((?:infra|test)\/\S+\.ts)/.exec(line)?.[1];
  if (given.length === 0) return undefined;
  if (entry === undefined) return `${command}: the script '${script}' takes no options`;
  const source = sourcesBeside(entry);
  const [word = ''] = given;
  if (/^[a-z]/.test(word) && !new RegExp(`(^|[\\s{])'?${word}'?[:,]`, 'm').test(source)) {
    return `${command}: the script '${script}' has no command '${word}'`;
  }
  const isOption = (name: string) => new RegExp(`(^|[\\s{])'?${name}'?:\\s*{\\s*type:`, 'm').test(source);
  const unknown = optionsIn(` ${given.join(' ')}`).find((option) => !isOption(option));
  return unknown && `${command}: the script '${script}' takes no --${unknown}`;
}

function sourcesBeside(entry: string): string {
  const files = globSync('**/*.ts', { cwd: join(root, dirname(entry)) });
  return files.map((file) => readFileSync(join(root, dirname(entry), file), 'utf8')).join('\n');
}

function optionsIn(command: string): readonly string[] {
  return [...command.replace(/'[^']*'|"[^"]*"/g, '').matchAll(/\s--([a-z][a-z-]*)/g)].map(([, name = '']) => name);
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
