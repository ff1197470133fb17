import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from '../../infra/doctor/checks.ts';
import { endpoints } from '../../shared/contract/index.ts';
import { workers } from '../../shared/contract/workers.ts';
import type { Synthesis } from './synthesis.ts';

const root = join(import.meta.dirname, '../..');

/** Correct names that appear in no source file, with the reason. */
const others: Readonly<Record<string, string>> = {
  'use1-az3': 'a zone of AWS',
  'use1-az4': 'a zone of AWS',
  'mrk-…': 'how AWS names multi-Region keys',
  'functions-…': 'the alarms of functions',
  initDurationMs: 'a field of Lambda in its `REPORT` lines',
  durationMs: 'a field of Lambda in its `REPORT` lines',
  node_modules: 'a folder of npm',
  'put-secret-value': 'a command of the AWS command line, after its service was named',
  Sunset: 'a header of HTTP',
  'edge-dev': 'the stage of the API that the edge calls',
  Referer: 'a header of HTTP',
  'vscode-tkn': 'a cookie of VS Code',
  'KeyValueStore-APIOperations': 'a line of a bill of AWS',
  'KeyValueStore-EdgeReads': 'a line of a bill of AWS',
  'X-Forwarded-Host': 'a header of HTTP',
  'X-Forwarded-Prefix': 'a header of HTTP',
  ISSUED: 'a state of certificates of ACM',
  'cdk.json': 'a file',
  CDKToolkit: 'the stack of the bootstrap of the CDK',
  'cdk-hnb659fds-assets-ACCOUNT-REGION': 'the bucket of the bootstrap of the CDK',
  ReadOnlyAccess: 'a managed policy of AWS',
  UPDATE_ROLLBACK_FAILED: 'a status of stacks of CloudFormation',
  DIFF_ROLE_ARN: 'a variable of the example pipeline',
  DEPLOY_ROLE_ARN: 'a variable of the example pipeline',
  'dev-diff': 'an environment of the example pipeline',
  'prod-diff': 'an environment of the example pipeline',
  'agent-conversations-dev-delivery': 'the stack of docs/delivery/deploy-role.json',
};

/** The names that documents can use, from the templates and the sources. */
export class KnownNames {
  readonly #exact: ReadonlySet<string>;
  readonly #logicalIds: readonly string[];
  readonly #sources: string;

  constructor(synthesis: Synthesis) {
    const resources = synthesis.everyResource();
    const named = resources.flatMap(({ properties }) =>
      ['AlarmName', 'FunctionName', 'ClusterName', 'DashboardName', 'QueueName'].flatMap((name) =>
        typeof properties[name] === 'string' ? [inDev(properties[name])] : [],
      ),
    );
    const stacks = synthesis.stackNames.map(inDev);
    const prefix = 'agent-conversations-dev';
    const short = [...named, ...stacks].map((name) => name.replace(`${prefix}-`, ''));
    this.#exact = new Set([
      prefix,
      ...named,
      ...stacks,
      ...short,
      ...[...endpoints, ...workers, ...checks].map(({ id }) => id),
      ...outputsOf(synthesis),
      ...globSync('infra/specs/*.ts', { cwd: root }).map((file) => file.replace(/^.*\/|\.ts$/g, '')),
    ]);
    this.#logicalIds = resources.map(({ logicalId }) => logicalId);
    this.#sources = globSync(['shared/**/*.ts', 'infra/**/*.ts', 'test/{soak,chaos}/*.ts'], { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
  }

  has(name: string): boolean {
    const plain = name.replace(/^…?-?|…$/g, '');
    if (this.#exact.has(plain) || Object.hasOwn(others, name)) return true;
    const [, action] = /^[a-z]+:([A-Z]\w+)$/.exec(plain) ?? [];
    if (action !== undefined) return this.#sources.includes(`${action}Command`) || this.#sources.includes(plain);
    // Unnamed resources by logical id; fields of rows, codes and settings by their source.
    if (/^[A-Z]/.test(plain) && this.#logicalIds.some((id) => id.startsWith(plain) || id.includes(plain))) return true;
    const isOfTemplates = /^[a-z0-9]+(-[a-z0-9]+)+$/.test(plain);
    return !isOfTemplates && new RegExp(`(?<![\\w-])${escaped(plain)}(?![\\w-])`).test(this.#sources);
  }

  /** @returns whether a stack has an output with this key */
  hasOutput(key: string): boolean {
    return this.#exact.has(key);
  }
}

/** Names in backticks, as opposed to paths, commands and sentences. */
export function namesIn(text: string): readonly string[] {
  const found = text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\s]+)`/g);
  const names = [...found].map(([, name = '']) => name);
  return [...new Set(names)].filter(
    (name) => /^…?[-A-Za-z][\w:-]*…?$/.test(name) && /[-_:A-Z…]/.test(name) && !name.startsWith('--'),
  );
}

/** The output keys in a `describe-stacks` query. */
export function outputKeysIn(text: string): readonly string[] {
  return [...text.matchAll(/OutputKey==['`"](\w+)/g)].map(([, key = '']) => key);
}

/** The dev stacks that a text names, also as `$STACK`. */
export function stacksIn(text: string): readonly string[] {
  const written = text.replaceAll('$STACK', 'agent-conversations-dev');
  const found = written.matchAll(/(?:--stack-name |destroy |\s)(agent-conversations-dev-[a-z]+)(?![\w-])/g);
  return [...new Set([...found].map(([, name = '']) => name))];
}

function outputsOf(synthesis: Synthesis): readonly string[] {
  return (['data', 'ingress', 'api'] as const).flatMap((part) =>
    Object.keys(synthesis.template(part).toJSON().Outputs ?? {}),
  );
}

/** The documents use the stage dev and the templates the stage prod. */
function inDev(name: string): string {
  return name.replace('agent-conversations-prod', 'agent-conversations-dev');
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
