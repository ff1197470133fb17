import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import { AppMode, ProviderType } from '../shared/contract/shapes/enums.ts';
import { workers } from '../shared/contract/workers.ts';
import { refuseMisspelt, refuseUnknown } from './unknown-settings.ts';
import { zoneIdPattern, zonesProblem } from './zones.ts';

/**
 * Settings of a stage. Every setting has a default; an operator overrides one for a stage in the context of cdk.json
 * (or of cdk.context.json or ~/.cdk.json, which the CDK reads in the same way):
 *
 *     "context": { "stages": { "prod": { "allowedOrigins": ["https://app.example.com"], "sandboxLimit": 20 } } }
 *
 * or for one command, which wins over the file:
 *
 *     npx cdk deploy --all -c stage=prod -c allowedOrigins=https://a.example.com,https://b.example.com
 *
 * `stage` itself is chosen by `-c stage=…` and is `dev` when not given.
 */
const stages = ['local', 'dev', 'prod'] as const;
export type Stage = (typeof stages)[number];

const alarmSets = ['none', 'basic', 'all'] as const;
type AlarmSet = (typeof alarmSets)[number];

const origin = z
  .string()
  .regex(/^(\*|https?:\/\/[^/\s,]+)$/, "must be '*' or an origin such as https://app.example.com, without a path");

const keyArn = z.string().regex(/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/, 'must be the full ARN of a KMS key');

const settingsSchema = z.strictObject({
  /** Begins the name of every stack, so that one account can hold several copies of a stage. */
  name: z.string().regex(/^[a-z][a-z0-9-]{1,23}$/, 'must be 2 to 24 lower-case letters, digits and hyphens'),
  /** The domain of the API, such as api.example.com; without it, clients use the address that API Gateway makes. */
  apiDomain: z.hostname('must be a domain name, such as api.example.com').optional(),
  /** ARN of the domain's certificate, of this Region; without it, one is made by a record in the hosted zone. */
  apiCertificateArn: z
    .string()
    .regex(/^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, 'must be the full ARN of a certificate')
    .optional(),
  /** Id of the Route 53 hosted zone that gets the domain's record; without it, an output says where to point it. */
  apiHostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]{1,31}$/, 'must be the id of a hosted zone')
    .optional(),
  /** ARN of a regional web ACL of AWS WAF that guards the API. */
  webAclArn: z
    .string()
    .regex(
      /^arn:[\w-]+:wafv2:[\w-]+:\d{12}:regional\/webacl\/[\w-]+\/[\w-]+$/,
      'must be the full ARN of a regional web ACL',
    )
    .optional(),
  /** Web origins whose scripts may call the API; `*` is safe, as the API uses no cookies. */
  allowedOrigins: z
    .array(origin)
    .min(1)
    // Each stands in every preflight of the API's document, which is bounded by the size of a template.
    .max(50)
    .refine((origins) => !origins.includes('*') || origins.length === 1, "cannot hold '*' beside other origins"),
  /** The day (YYYY-MM-DD) from which legacy endpoints may be gone, for the `Sunset` header. */
  legacySunset: z.iso.date().optional(),
  /** How many sandboxes one owner may have running at the same time. */
  sandboxLimit: z.int().min(1).max(10_000),
  /** Sandbox starts per second over all owners: less than Fargate's 20, unless that quota was raised. */
  launchesPerSecond: z.int().min(1).max(1_000),
  /** ARN of a KMS key in this Region for the disks of sandboxes; without it, the account's default key for EBS. */
  volumeKeyArn: keyArn.optional(),
  /** Further keys that disks may be under: the account's own default key for EBS, or keys of earlier snapshots. */
  ebsKeyArns: z.array(keyArn).min(1).max(10).optional(),
  /** ARN of a KMS key of this account and Region for owners' secrets; without it, the stage gets one of its own. */
  vaultKeyArn: keyArn.optional(),
  /** Days that logs are kept; one of the periods CloudWatch offers. */
  logRetentionDays: z.enum(RetentionDays),
  /** Ids of the sandbox specs on offer (infra/specs), and which one a caller gets that names none. */
  specs: z.array(z.string()).min(1),
  defaultSpec: z.string(),
  /** Images by the ids of specs, instead of those that the specs name; `npm run mirror-image` prints them. */
  images: z
    .record(
      z.string(),
      z.string().regex(/^[^\s@]+@sha256:[0-9a-f]{64}$/, 'must name an image by digest, as in registry/name@sha256:…'),
    )
    .optional(),
  /** The default language model as `provider/model`, and its address if not the provider's own. */
  llmModel: z.string().min(1),
  llmBaseUrl: z.url().optional(),
  /** Further models that pickers of web clients offer. */
  llmModels: z.array(z.string().regex(/^[^,\s]+$/, 'must be the name of a model, without spaces and commas')).max(100),
  /** ARN of the secret with that model's API key, unless it needs none. */
  llmApiKeySecretArn: z
    .string()
    .regex(/^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/, 'must be the full ARN of a secret')
    .optional(),
  /** ARN of the KMS key of that secret, where it is under a key of the account's own. */
  llmApiKeySecretKeyArn: keyArn.optional(),
  /** `oss`: web clients have no sign-in. `saas`: they send people to `authUrl`, by one of these providers. */
  appMode: AppMode,
  authUrl: z.url().optional(),
  providersConfigured: z.array(ProviderType),
  /** Whether web clients keep the settings of the language model from people. */
  hideLlmSettings: z.boolean(),
  /** Own git servers by provider (`{ "gitlab": "https://git.example.com" }`); an owner's token may name another. */
  gitBases: z.partialRecord(ProviderType, z.url({ protocol: /^https?$/ })).optional(),
  /** How many calls each API key may make in a minute, where neither the key nor its owner has a limit of its own. */
  requestsPerMinute: z.int().min(1).max(10_000_000),
  /**
   * How many requests that wait (`GET …?wait`, streamed starts) may hold a function at a time, of one API key and of
   * all; one more is answered at once. Well below the account's concurrent executions of Lambda; 0: no request waits.
   */
  waitsPerKey: z.int().min(0).max(100),
  waits: z.int().min(0).max(10_000),
  /**
   * Concurrent executions of Lambda that are set aside for workers, by their ids (`{ "authorize": 100 }`), and that no
   * worker exceeds. AWS takes them out of the account's, and refuses to leave fewer than 100 to all other functions.
   */
  reservedConcurrency: z.partialRecord(z.enum(workers.map(({ id }) => id)), z.int().min(1).max(10_000), {
    error: ({ code }) => (code === 'invalid_type' ? 'must map ids of workers to numbers' : undefined),
  }),
  /** Whether receivers on the service's machine get events without TLS, for the local service only. */
  webhookLoopback: z.boolean(),
  /** What the API as a whole accepts, over all callers: a fuse against runaway cost. */
  requestsPerSecond: z.int().min(1).max(10_000),
  requestBurst: z.int().min(1).max(5_000),
  /** Keeps tables and master secret when their stack goes. False only for a throw-away stage. */
  protectData: z.boolean(),
  /** Ids of the zones in which sandboxes run (names differ by account); without it, two that suit (infra/zones.ts). */
  availabilityZones: z
    .array(z.string().regex(zoneIdPattern, 'must be the id of a zone, such as euw1-az1, and not its name'))
    .min(2)
    .max(6)
    .superRefine((ids, context) => {
      const problem = zonesProblem(ids);
      if (problem !== undefined) context.addIssue(problem);
    })
    .optional(),
  /** IPv4 ranges that reach the ports of sandboxes directly. */
  sandboxIngressCidrs: z.array(z.cidrv4()).min(1),
  /** The account's role for API Gateway's access logs; false when it exists already. */
  gatewayLogRole: z.boolean(),
  /** `basic`: the alarms that cost nothing in an account without others. `all`: every one. `none`, or false: none. */
  alarms: z.union([z.enum(alarmSets), z.boolean()]).transform((given): AlarmSet => alarmSetOf(given)),
  /** Full ARN of an SNS topic, of this account and Region, that receives alarms. */
  alarmTopicArn: z
    .string()
    .regex(/^arn:[\w-]+:sns:[\w-]+:\d{12}:[\w-]+(\.fifo)?$/, 'must be the full ARN of a topic')
    .optional(),
  /** Whether there are a dashboard and saved log queries. An account has three dashboards for nothing. */
  dashboard: z.boolean(),
  /** How many functions the account may run at once in this Region: its quota, for the alarm `concurrency-used`. */
  functionConcurrency: z.int().min(10).max(1_000_000),
  /** What the account may cost in a month, in US dollars. AWS Budgets then writes to `budgetMail` and the topic. */
  monthlyBudgetDollars: z.int().min(1).max(10_000_000).optional(),
  budgetMail: z.email().optional(),
  /** How many of a hundred calls of the API X-Ray traces. Nothing else is traced, so that idling costs nothing. */
  tracedPercent: z.int().min(0).max(100),
});

const names = Object.keys(settingsSchema.shape);

export interface Settings extends Readonly<z.output<typeof settingsSchema>> {
  readonly stage: Stage;
}

const everywhere: Omit<z.input<typeof settingsSchema>, 'specs' | 'defaultSpec'> = {
  name: 'agent-conversations',
  allowedOrigins: ['*'],
  sandboxLimit: 10,
  launchesPerSecond: 15,
  logRetentionDays: RetentionDays.ONE_MONTH,
  llmModel: 'anthropic/claude-sonnet-4-5',
  llmModels: [],
  appMode: 'oss',
  providersConfigured: [],
  hideLlmSettings: false,
  requestsPerMinute: 600,
  requestsPerSecond: 100,
  requestBurst: 200,
  waitsPerKey: 5,
  waits: 50,
  reservedConcurrency: {},
  webhookLoopback: false,
  protectData: true,
  sandboxIngressCidrs: ['0.0.0.0/0'],
  gatewayLogRole: true,
  alarms: 'basic',
  dashboard: true,
  functionConcurrency: 1_000,
  tracedPercent: 5,
};

const defaults: Record<Stage, z.input<typeof settingsSchema>> = {
  local: {
    ...everywhere,
    sandboxLimit: 250,
    alarms: 'none',
    dashboard: false,
    webhookLoopback: true,
    // What runs on a laptop costs nothing, and tests should be quick.
    requestsPerMinute: 1_000_000,
    requestsPerSecond: 5_000,
    requestBurst: 5_000,
    specs: ['reference', 'openhands'],
    defaultSpec: 'reference',
  },
  dev: { ...everywhere, specs: ['openhands'], defaultSpec: 'openhands' },
  prod: { ...everywhere, logRetentionDays: RetentionDays.THREE_MONTHS, specs: ['openhands'], defaultSpec: 'openhands' },
};

/**
 * The settings of one stage: defaults, `stages.<stage>`, each setting's own name.
 *
 * @param keys every key of the context, to find one that is meant as a setting and is none.
 * @throws naming the bad one
 */
export function settingsFor(context: (key: string) => unknown, keys: readonly string[] = []): Settings {
  refuseMisspelt(keys, names);
  const stage = stageOf(context('stage'));
  const given = Object.entries(settingsSchema.shape).flatMap(([key, schema]) => {
    const value = context(key);
    return value === undefined ? [] : [[key, fromCommandLine(value, schema)]];
  });
  const candidate = { ...defaults[stage], ...overridesOf(stage, context('stages')), ...Object.fromEntries(given) };
  const result = settingsSchema.safeParse(candidate);
  if (!result.success)
    throw new Error(`Settings of stage '${stage}': ${result.error.issues.map(sentenceOf).join('; ')}.`);
  if (!result.data.specs.includes(result.data.defaultSpec)) {
    throw new Error(`Settings of stage '${stage}': defaultSpec: '${result.data.defaultSpec}' is not one of specs.`);
  }
  if (result.data.llmApiKeySecretKeyArn !== undefined && result.data.llmApiKeySecretArn === undefined) {
    throw new Error(`Settings of stage '${stage}': llmApiKeySecretKeyArn: needs llmApiKeySecretArn beside it.`);
  }
  if (result.data.webhookLoopback && stage !== 'local') {
    throw new Error(`Settings of stage '${stage}': webhookLoopback: only the local stage may have it.`);
  }
  const domain = domainProblem(result.data);
  if (domain !== undefined) throw new Error(`Settings of stage '${stage}': ${domain}`);
  const { monthlyBudgetDollars, budgetMail, alarmTopicArn } = result.data;
  if (monthlyBudgetDollars !== undefined && budgetMail === undefined && alarmTopicArn === undefined) {
    throw new Error(
      `Settings of stage '${stage}': monthlyBudgetDollars: set budgetMail or alarmTopicArn too, which receive the warning.`,
    );
  }
  return { stage, ...result.data };
}

function domainProblem(settings: z.output<typeof settingsSchema>): string | undefined {
  const { apiDomain, apiCertificateArn, apiHostedZoneId } = settings;
  const isProved = apiCertificateArn !== undefined || apiHostedZoneId !== undefined;
  if (apiDomain !== undefined && !isProved) return 'apiDomain: needs apiCertificateArn or apiHostedZoneId.';
  if (apiDomain === undefined && isProved) return 'apiDomain: is missing beside apiCertificateArn or apiHostedZoneId.';
  return undefined;
}

/** What the names of a stage's stacks and task families begin with. */
export function prefixOf({ name, stage }: Pick<Settings, 'name' | 'stage'>): string {
  return `${name}-${stage}`;
}

/** What is set aside for the function of an endpoint or a worker; of a function without a setting, nothing. */
export function reservedConcurrencyOf(id: string, { reservedConcurrency }: Settings) {
  const [, reserved] = Object.entries(reservedConcurrency).find(([worker]) => worker === id) ?? [];
  return reserved === undefined ? {} : { reservedConcurrentExecutions: reserved };
}

/** True and false are what the command line gives for `basic` and `none` in a hurry. */
function alarmSetOf(given: AlarmSet | boolean): AlarmSet {
  if (typeof given === 'string') return given;
  return given ? 'basic' : 'none';
}

function stageOf(value: unknown): Stage {
  const stage = stages.find((known) => known === (value ?? 'dev'));
  if (!stage) throw new Error(`The stage '${String(value)}' does not exist: choose one of ${stages.join(', ')}.`);
  return stage;
}

function overridesOf(stage: Stage, value: unknown): Record<string, unknown> {
  const result = z.record(z.enum(stages), z.record(z.string(), z.unknown()).optional()).safeParse(value ?? emptyStages);
  if (!result.success) throw new Error(`The context 'stages' must map ${stages.join(', ')} to objects of settings.`);
  refuseUnknown(result.data, names);
  return result.data[stage] ?? {};
}

const emptyStages: Record<Stage, undefined> = { local: undefined, dev: undefined, prod: undefined };

/** `-c` carries only text: lists come as `a,b`, records as `a=1,b=2`, numbers and booleans as JSON. */
function fromCommandLine(value: unknown, schema: z.ZodType): unknown {
  if (typeof value !== 'string') return value;
  const given = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (given instanceof z.ZodArray) return value.split(',').map((part) => part.trim());
  if (given instanceof z.ZodRecord) {
    const entries = value.split(',').map((part) => part.split(/=(.*)/s, 2));
    return Object.fromEntries(entries.map(([key = '', entry = '']) => [key.trim(), parsed(entry.trim())]));
  }
  return parsed(value);
}

function parsed(text: string): unknown {
  return /^(true|false|\d+)$/.test(text) ? JSON.parse(text) : text;
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...issue.path, key].join('.'));
    return `${names.join(', ')}: no such setting`;
  }
  return `${issue.path.join('.')}: ${issue.message}`;
}
