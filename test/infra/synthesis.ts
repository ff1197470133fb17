import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { type AppOptions, createApp } from '../../infra/app.ts';
import { stubBundles } from './stub-bundles.ts';

type Part = 'data' | 'network' | 'runtime' | 'api';

export interface Resource {
  readonly logicalId: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template has no types, and a test says what it expects of it.
  readonly properties: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly raw: any;
}

/** The templates of one synthesis. */
export class Synthesis {
  readonly directory: string;
  readonly #templates: ReadonlyMap<string, Template>;

  constructor(options: Partial<AppOptions> & Pick<AppOptions, 'stage'>) {
    this.directory = mkdtempSync(join(tmpdir(), 'synthesis-'));
    const bundles = options.bundles ?? stubBundles(join(this.directory, 'bundles'), { readSpecs: ['start-sandbox'] });
    const app = createApp({ outdir: this.directory, ...options, bundles });
    const stacks = app.node.children.filter(Stack.isStack);
    this.#templates = new Map(stacks.map((stack) => [stack.stackName, Template.fromStack(stack)]));
  }

  get stackNames(): readonly string[] {
    return [...this.#templates.keys()];
  }

  template(part: Part): Template {
    const [, template] = [...this.#templates].find(([name]) => name.endsWith(`-${part}`)) ?? [];
    if (!template) throw new Error(`no stack ${part}`);
    return template;
  }

  resources(part: Part, type?: string): readonly Resource[] {
    return Object.entries<Record<string, unknown>>(this.template(part).toJSON().Resources)
      .map(([logicalId, raw]) => ({ logicalId, type: String(raw.Type), properties: raw.Properties ?? {}, raw }))
      .filter((resource) => type === undefined || resource.type === type);
  }

  everyResource(type?: string): readonly Resource[] {
    return (['data', 'network', 'runtime', 'api'] as const).flatMap((part) => this.resources(part, type));
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
