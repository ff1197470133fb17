import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestedStack, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { ArtifactManifest } from 'aws-cdk-lib/cloud-assembly-schema';
import { type AppOptions, createApp } from '../../infra/app.ts';
import { stubBundles, stubSite } from './stub-bundles.ts';

/** The ids of the api stack's nested stacks; `api` is the rest of it. */
const apart = { sandboxes: 'Sandboxes', console: 'Console' } as const;
type Part = 'data' | 'ingress' | 'api' | keyof typeof apart;

export interface Resource {
  readonly logicalId: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template has no types, and tests state their expectations.
  readonly properties: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly raw: any;
}

interface RawTemplate {
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly Resources: Readonly<Record<string, Record<string, unknown>>>;
}

/** The settings of `production()`. */
export const deployed = {
  allowedOrigins: 'https://app.example.com',
  // Without a domain, the console's origin is not among the allowed origins.
  console: false,
  legacySunset: '2027-06-30',
  alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:operators',
} as const;

/** The settings of `changedProduction()`: another value of each setting that changes a template. */
export const changed = {
  allowedOrigins: 'https://a.example,https://b.example',
  availabilityZones: 'use1-az4,use1-az5',
  sandboxDomain: 'sandboxes.example.com',
  sandboxCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-1111-2222-3333-444455556666',
  sandboxHostedZoneId: 'Z0123456789SANDBOXES',
  sandboxWebAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/own/0a1b2c3d-1111-2222-3333-444455556666',
  sandboxLogs: true,
  consoleDomain: 'console.example.com',
  consoleCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-1111-2222-3333-777788889999',
  consoleHostedZoneId: 'Z0123456789CONSOLES',
  volumeKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-1111-2222-3333-444455556666',
  ebsKeyArns: 'arn:aws:kms:eu-west-1:123456789012:key/mrk-1,arn:aws:kms:eu-west-1:123456789012:key/earlier',
  llmApiKeySecretArn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:model-key-AbCdEf',
  llmApiKeySecretKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/of-the-secret',
  apiDomain: 'api.example.com',
  apiHostedZoneId: 'Z0123456789ABCDEFGHIJ',
  webUrl: 'https://web.example.com/',
  webAclArn: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/own/0a1b2c3d-1111-2222-3333-444455556666',
  images: `openhands=123456789012.dkr.ecr.eu-west-1.amazonaws.com/agent-server@sha256:${'ab'.repeat(32)}`,
  warmPools: { openhands: { size: 2, hours: { from: 7, until: 19 } } },
  ownerSpecs: { registries: ['ghcr.io/acme'], maxPerOwner: 5, adminsOnly: true },
  oidc: {
    issuer: 'https://login.example.com',
    clientId: 'console',
    origins: ['https://tokens.example.com'],
    roles: { operators: 'operator' },
    signUp: { 'example.com': 'acme' },
  },
  alarms: false,
  dashboard: false,
  protectData: false,
  waitsPerKey: 2,
  waits: 7,
  reservedConcurrency: { authorize: 100, 'reconcile-sandbox': 20 },
  concurrencyBudget: true,
} as const;

/** The other two kinds of ingress, which have no stack. */
const direct = { ingress: 'direct', sandboxIngressCidrs: '192.0.2.0/24,198.51.100.0/24' } as const;
const behindRouter = {
  ingress: 'router',
  sandboxDomain: 'sandboxes.example.com',
  routerSecurityGroupId: 'sg-0123456789abcdef0',
} as const;

const shared = new Map<AppOptions['context'], Synthesis>();

/** The stage prod with the settings of `deployed`, synthesised once per worker, without files. */
export const production = (): Synthesis => sharedWith(deployed);

export const changedProduction = (): Synthesis => sharedWith(changed);

export const directProduction = (): Synthesis => sharedWith(direct);

export const routedProduction = (): Synthesis => sharedWith(behindRouter);

function sharedWith(context: NonNullable<AppOptions['context']>): Synthesis {
  const known = shared.get(context);
  if (known) return known;
  const synthesis = new Synthesis({ stage: 'prod', context });
  synthesis.remove();
  shared.set(context, synthesis);
  return synthesis;
}

export class Synthesis {
  readonly directory: string;
  /** The cloud assembly. */
  readonly artifacts: readonly ArtifactManifest[];
  readonly #templates: ReadonlyMap<string, Template>;
  /** The resources of the api stack by id. */
  readonly #nested: ReadonlyMap<string, RawTemplate>;

  constructor(options: Partial<AppOptions> & Pick<AppOptions, 'stage'>) {
    this.directory = mkdtempSync(join(tmpdir(), 'synthesis-'));
    const bundles = options.bundles ?? stubBundles(join(this.directory, 'bundles'), { readSpecs: ['start-sandbox'] });
    const site = stubSite(join(this.directory, 'site'));
    const app = createApp({ outdir: this.directory, site, ...options, bundles });
    const stacks = app.node.children.filter(Stack.isStack);
    this.artifacts = Object.values(app.synth().manifest.artifacts ?? {});
    this.#templates = new Map(stacks.map((stack) => [stack.stackName, Template.fromStack(stack)]));
    this.#nested = new Map(
      stacks.flatMap((stack) =>
        stack.node
          .findAll()
          .filter(NestedStack.isNestedStack)
          .map((nested) => [nested.node.id, templateOf(nested, stack)] as const),
      ),
    );
  }

  get stackNames(): readonly string[] {
    return [...this.#templates.keys()];
  }

  template(part: Exclude<Part, keyof typeof apart>): Template {
    const [, template] = [...this.#templates].find(([name]) => name.endsWith(`-${part}`)) ?? [];
    if (!template) throw new Error(`no stack ${part}`);
    return template;
  }

  /** The resources of a part, as if it were one stack. */
  resources(part: Part, type?: string): readonly Resource[] {
    return this.#templatesOf(part)
      .flatMap(({ Resources }) => Object.entries<Record<string, unknown>>(Resources))
      .map(([logicalId, raw]) => ({ logicalId, type: String(raw.Type), properties: raw.Properties ?? {}, raw }))
      .filter((resource) => type === undefined || resource.type === type);
  }

  /** The api stack's nested stacks by id. */
  get nested(): ReadonlyMap<string, RawTemplate> {
    return this.#nested;
  }

  /** All templates with the parameters of nested stacks filled in. */
  get templates(): readonly RawTemplate[] {
    return [...this.#templates.values()].map(rawOf).concat(...this.#nested.values());
  }

  everyResource(type?: string): readonly Resource[] {
    const parts: readonly Part[] = [
      'data',
      ...(this.#has('ingress') ? (['ingress'] as const) : []),
      'sandboxes',
      'console',
      'api',
    ];
    return parts.flatMap((part) => this.resources(part, type));
  }

  #has(part: Part): boolean {
    return this.stackNames.some((name) => name.endsWith(`-${part}`));
  }

  #templatesOf(part: Part): readonly RawTemplate[] {
    if (part === 'data' || part === 'ingress') return [rawOf(this.template(part))];
    const isOfPart = (id: string) => (part === 'api' ? !Object.values<string>(apart).includes(id) : id === apart[part]);
    const templates = [...this.#nested].filter(([id]) => isOfPart(id)).map(([, template]) => template);
    return part === 'api' ? [rawOf(this.template('api')), ...templates] : templates;
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function rawOf(template: Template): RawTemplate {
  return template.toJSON() as RawTemplate;
}

/** A nested stack's template with its parameters replaced by the parent's values. */
function templateOf(nested: NestedStack, parent: Stack): RawTemplate {
  const { nestedStackResource } = nested;
  if (!nestedStackResource) throw new Error(`${nested.node.path} is nested in nothing`);
  const { Resources } = Template.fromStack(parent).toJSON();
  const given = Resources[parent.resolve(nestedStackResource.logicalId)].Properties.Parameters ?? {};
  const text = JSON.stringify(Template.fromStack(nested).toJSON());
  return JSON.parse(
    text.replace(/\{"Ref":"(\w+)"\}/g, (reference, name: string) => JSON.stringify(given[name]) ?? reference),
  );
}
