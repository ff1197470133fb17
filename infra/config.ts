import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import { AppMode, ProviderType } from '../shared/contract/shapes/enums.ts';
import { workers } from '../shared/contract/workers.ts';

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

const origin = z
  .string()
  .regex(/^(\*|https?:\/\/[^/\s,]+)$/, "must be '*' or an origin such as https://app.example.com, without a path");

const settingsSchema = z.strictObject({
  /** Begins the name of every stack, so that one account can hold several copies of a stage. */
  name: z.string().regex(/^[a-z][a-z0-9-]{1,23}$/, 'must be 2 to 24 lower-case letters, digits and hyphens'),
  /** Web origins whose scripts may call the API; `*` is safe, as the API uses no cookies. */
  allowedOrigins: z
    .array(origin)
    .min(1)
    .refine((origins) => !origins.includes('*') || origins.length === 1, "cannot hold '*' beside other origins"),
  /** The day (YYYY-MM-DD) from which legacy endpoints may be gone, for the `Sunset` header. */
  legacySunset: z.iso.date().optional(),
  /** How many sandboxes one owner may have running at the same time. */
  sandboxLimit: z.int().min(1).max(10_000),
  /** Sandbox starts per second over all owners: less than Fargate's 20, unless that quota was raised. */
  launchesPerSecond: z.int().min(1).max(1_000),
  /** ARN of a KMS key in this Region for the disks of sandboxes; without it, AWS's free key for EBS. */
  volumeKeyArn: z
    .string()
    .regex(/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/, 'must be the full ARN of a KMS key')
    .optional(),
  /** Days that logs are kept; one of the periods CloudWatch offers. */
  logRetentionDays: z.enum(RetentionDays),
  /** Ids of the sandbox specs on offer (infra/specs), and which one a caller gets that names none. */
  specs: z.array(z.string()).min(1),
  defaultSpec: z.string(),
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
    error: ({ code }) =>
      code === 'invalid_type' ? 'must map ids of workers to numbers; set it in cdk.json' : undefined,
  }),
  /** Whether receivers on the service's machine get events without TLS, for the local service only. */
  webhookLoopback: z.boolean(),
  /** What the API as a whole accepts, over all callers: a fuse against runaway cost. */
  requestsPerSecond: z.int().min(1).max(10_000),
  requestBurst: z.int().min(1).max(5_000),
  /** Keeps tables and master secret when their stack goes. False only for a throw-away stage. */
  protectData: z.boolean(),
  /** Names of the zones in which sandboxes run, as the account has them; without it, the first of the Region. */
  availabilityZones: z
    .array(z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d[a-z]$/, 'must be the name of a zone, such as eu-west-1a'))
    .min(2)
    .max(6)
    .optional(),
  /** IPv4 ranges that reach the ports of sandboxes directly. */
  sandboxIngressCidrs: z.array(z.cidrv4()).min(1),
  /** The account's role for API Gateway's access logs; false when it exists already. */
  gatewayLogRole: z.boolean(),
  /** Whether CloudWatch watches over the service's own workings. */
  alarms: z.boolean(),
  /** Full ARN of an SNS topic, of this account and Region, that receives alarms. */
  alarmTopicArn: z
    .string()
    .regex(/^arn:[\w-]+:sns:[\w-]+:\d{12}:[\w-]+(\.fifo)?$/, 'must be the full ARN of a topic')
    .optional(),
});

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
  alarms: true,
};

const defaults: Record<Stage, z.input<typeof settingsSchema>> = {
  local: {
    ...everywhere,
    sandboxLimit: 250,
    alarms: false,
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

/** The settings of one stage: defaults, `stages.<stage>`, each setting's own name. @throws naming the bad one */
export function settingsFor(context: (key: string) => unknown): Settings {
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
  if (result.data.webhookLoopback && stage !== 'local') {
    throw new Error(`Settings of stage '${stage}': webhookLoopback: only the local stage may have it.`);
  }
  return { stage, ...result.data };
}

/** What the names of a stage's stacks and task families begin with. */
export function prefixOf({ name, stage }: Settings): string {
  return `${name}-${stage}`;
}

/** What is set aside for the function of an endpoint or a worker; of a function without a setting, nothing. */
export function reservedConcurrencyOf(id: string, { reservedConcurrency }: Settings) {
  const [, reserved] = Object.entries(reservedConcurrency).find(([worker]) => worker === id) ?? [];
  return reserved === undefined ? {} : { reservedConcurrentExecutions: reserved };
}

function stageOf(value: unknown): Stage {
  const stage = stages.find((known) => known === (value ?? 'dev'));
  if (!stage) throw new Error(`The stage '${String(value)}' does not exist: choose one of ${stages.join(', ')}.`);
  return stage;
}

function overridesOf(stage: Stage, value: unknown): Record<string, unknown> {
  const result = z.record(z.enum(stages), z.record(z.string(), z.unknown()).optional()).safeParse(value ?? emptyStages);
  if (!result.success) throw new Error(`The context 'stages' must map ${stages.join(', ')} to objects of settings.`);
  return result.data[stage] ?? {};
}

const emptyStages: Record<Stage, undefined> = { local: undefined, dev: undefined, prod: undefined };

/** `-c` carries only text: lists come as `a,b`, numbers and booleans as JSON. */
function fromCommandLine(value: unknown, schema: z.ZodType): unknown {
  if (typeof value !== 'string') return value;
  const given = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (given instanceof z.ZodArray) return value.split(',').map((part) => part.trim());
  return /^(true|false|\d+)$/.test(value) ? JSON.parse(value) : value;
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}: no such setting`;
  }
  return `${issue.path.join('.')}: ${issue.message}`;
}
