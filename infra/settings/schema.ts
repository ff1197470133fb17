import * as z from 'zod';
import { AppMode, ProviderType } from '../../shared/contract/shapes/enums.ts';
import { isMailAddress } from '../../shared/contract/shapes/mail-address.ts';
import { StagePrices } from '../../shared/contract/shapes/model-prices.ts';
import { workers } from '../../shared/contract/workers.ts';
import { consoleSettings } from './console.ts';
import { hostedZoneId, ingressSettings } from './ingress.ts';
import { oidc } from './oidc.ts';
import { ownerSpecs } from './owner-specs.ts';
import { sharingEndpoints } from './sharing-endpoints.ts';
import { type WarmPool, warmPool } from './warm-pool.ts';
import { zoneIdPattern, zonesProblem } from './zones.ts';

/**
 * Days for which CloudWatch can keep logs; 9999 is forever. A copy of the CDK's `RetentionDays`, whose module loads 500
 * files: commands that only read settings start without it.
 */
export const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653, 9999,
] as const;

const alarmSets = ['none', 'basic', 'all'] as const;
type AlarmSet = (typeof alarmSets)[number];

const origin = z
  .string()
  .regex(/^(\*|https?:\/\/[^/\s,]+)$/, "must be '*' or an origin such as https://app.example.com, without a path");

const keyArn = z.string().regex(/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/, 'must be the full ARN of a KMS key');

const deliveryAmounts = z.strictObject({
  megabytes: z.number().min(1).max(1_000_000),
  events: z.int().min(1).max(1_000_000_000),
  conversations: z.int().min(1).max(1_000_000),
});

/** Functions that can have a share of the account's concurrency. */
const sharing = z.enum([...workers.map(({ id }) => id), ...sharingEndpoints]);

export const settingsSchema = z.strictObject({
  /** The prefix of all stack names, so that one account can have several copies of a stage. */
  name: z.string().regex(/^[a-z][a-z0-9-]{1,23}$/, 'must be 2 to 24 lower-case letters, digits and hyphens'),
  /** The domain of the API, such as api.example.com; by default, API Gateway makes the URL. */
  apiDomain: z.hostname('must be a domain name, such as api.example.com').optional(),
  /** ARN of the domain's certificate, in this Region; by default, the hosted zone validates a new one. */
  apiCertificateArn: z
    .string()
    .regex(/^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, 'must be the full ARN of a certificate')
    .optional(),
  /** ID of the Route 53 hosted zone that gets the domain's record; without it, an output names the record's target. */
  apiHostedZoneId: hostedZoneId.optional(),
  /** ARN of a regional web ACL of AWS WAF that protects the API. */
  webAclArn: z
    .string()
    .regex(
      /^arn:[\w-]+:wafv2:[\w-]+:\d{12}:regional\/webacl\/[\w-]+\/[\w-]+$/,
      'must be the full ARN of a regional web ACL',
    )
    .optional(),
  /** Web origins whose scripts can call the API. `*` is safe, as the API uses no cookies. */
  allowedOrigins: z
    .array(origin)
    .min(1)
    // Each is part of every preflight response in the API's template, whose size is limited.
    .max(50)
    .refine((origins) => !origins.includes('*') || origins.length === 1, "cannot contain '*' and other origins"),
  ...consoleSettings,
  /** The URL of another web client. The API redirects people there instead of to the console. */
  webUrl: z
    .string()
    .regex(/^https?:\/\/[\w.-]+(:\d{1,5})?(\/[\w.~-]+)*\/?$/, 'must be a URL such as https://app.example.com')
    .optional(),
  /** The day (YYYY-MM-DD) from which legacy endpoints can be gone, for the `Sunset` header. */
  legacySunset: z.iso.date().optional(),
  /** Whether people without a key can read conversations by public links. */
  publicLinks: z.boolean(),
  /** The maximum number of running sandboxes per owner. */
  sandboxLimit: z.int().min(1).max(10_000),
  /** The maximum number of snapshots per owner. */
  snapshotLimit: z.int().min(1).max(100_000),
  /** The maximum number of vCPUs of the running sandboxes of an owner; by default, twice `sandboxLimit`. */
  vcpuLimit: z.int().min(1).max(100_000).optional(),
  /** Sandbox starts per second over all owners: less than Fargate's quota, which is 20 by default. */
  launchesPerSecond: z.number().min(1).max(1_000),
  /** ARN of a KMS key in this Region for the disks of sandboxes; by default, the account's default key for EBS. */
  volumeKeyArn: keyArn.optional(),
  /** Further keys that disks can use: the account's default key for EBS, or keys of earlier snapshots. */
  ebsKeyArns: z.array(keyArn).min(1).max(10).optional(),
  /** ARN of a KMS key of this account and Region for owners' secrets; by default, the stage makes one. */
  vaultKeyArn: keyArn.optional(),
  /** One of the periods that CloudWatch offers. */
  logRetentionDays: z.literal(retentionDays),
  /** IDs of the offered sandbox specs (infra/specs). */
  specs: z.array(z.string()).min(1),
  defaultSpec: z.string(),
  /** Images by spec ID, instead of those in the specs. Production should name them by digest. */
  images: z
    .record(
      z.string(),
      z.string().regex(/^[^\s@]+@sha256:[0-9a-f]{64}$/, 'must name an image by digest, as in registry/name@sha256:…'),
    )
    .optional(),
  /** Warm pools by spec ID, instead of those in the specs: a size, or a size and hours in UTC. */
  warmPools: z
    .record(z.string(), z.union([warmPool, warmPool.shape.size.transform((size): WarmPool => ({ size }))]))
    .optional(),
  ownerSpecs: ownerSpecs.optional(),
  /** The default language model as `provider/model`. */
  llmModel: z.string().min(1),
  /** The base URL of the model; by default, the provider's. */
  llmBaseUrl: z.url().optional(),
  /** Further models that web clients offer. */
  llmModels: z.array(z.string().regex(/^[^,\s]+$/, 'must be the name of a model, without spaces and commas')).max(100),
  /**
   * `on`: agents call models through the service, which has the keys and keeps to the budgets. `off`: agents have the
   * keys of their owners' models and call them themselves.
   */
  llmBroker: z.enum(['on', 'off']),
  /** ARN of the secret with the default model's API key, if it needs one. */
  llmApiKeySecretArn: z
    .string()
    .regex(/^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/, 'must be the full ARN of a secret')
    .optional(),
  /** ARN of the customer-managed KMS key of that secret, if it has one. */
  llmApiKeySecretKeyArn: keyArn.optional(),
  /** Prices of models by `provider/model` in US dollars per million tokens, instead of the providers' list prices. */
  modelPrices: StagePrices.optional(),
  /** The maximum number of requests to models in progress, per sandbox and per owner. */
  modelCallsPerSandbox: z.int().min(1).max(1_000),
  modelCallsPerOwner: z.int().min(1).max(1_000),
  /** `oss`: web clients have no sign-in. `saas`: they send people to `authUrl`. */
  appMode: AppMode,
  authUrl: z.url().optional(),
  oidc: oidc.optional(),
  /** The identity providers of web clients' sign-in. */
  providersConfigured: z.array(ProviderType),
  /** Whether web clients hide the settings of the language model. */
  hideLlmSettings: z.boolean(),
  /** Own git servers by provider (`{ "gitlab": "https://git.example.com" }`); an owner's token can name another. */
  gitBases: z.partialRecord(ProviderType, z.url({ protocol: /^https?$/ })).optional(),
  /** The default limit of requests per minute of each API key. Keys and owners can have their own. */
  requestsPerMinute: z.int().min(1).max(10_000_000),
  /** What the agents of one sandbox, and of all sandboxes of an owner, can deliver in ten minutes. */
  deliveryLimits: z.strictObject({ sandbox: deliveryAmounts, owner: deliveryAmounts }),
  /**
   * The maximum number of concurrently waiting requests (`GET …?wait`, streamed starts) of one API key and of all keys.
   * Further ones return at once. Keep it well below the account's Lambda concurrency; with 0, no request waits.
   */
  waitsPerKey: z.int().min(0).max(100),
  waits: z.int().min(0).max(10_000),
  /**
   * Reserved Lambda concurrency by the ID of a worker or of an endpoint of the model broker (`{ "authorize": 100 }`),
   * which is also its maximum. AWS deducts it from the account's, and leaves at least 100 to all other functions.
   */
  reservedConcurrency: z.partialRecord(sharing, z.int().min(1).max(10_000), {
    error: ({ code }) => (code === 'invalid_type' ? 'must map IDs of functions to numbers' : undefined),
  }),
  /**
   * Whether each worker, and each endpoint of the model broker, has a reserved share of `functionConcurrency`, so that
   * no kind of load can starve another. `reservedConcurrency` overrides single shares.
   */
  concurrencyBudget: z.boolean(),
  /** Whether webhooks can go to this machine without TLS. Only for the local service. */
  webhookLoopback: z.boolean(),
  /** The throttle of the whole API, as a protection against runaway cost. */
  requestsPerSecond: z.int().min(1).max(10_000),
  requestBurst: z.int().min(1).max(5_000),
  /** Whether tables and master secret outlive their stack. False only for a throw-away stage. */
  protectData: z.boolean(),
  /** IDs of the zones of sandboxes; by default, two suitable ones (`zones.ts`). Zone names differ by account. */
  availabilityZones: z
    .array(z.string().regex(zoneIdPattern, 'must be the ID of a zone, such as euw1-az1, and not its name'))
    .min(2)
    .max(6)
    .superRefine((ids, context) => {
      const problem = zonesProblem(ids);
      if (problem !== undefined) context.addIssue(problem);
    })
    .optional(),
  ...ingressSettings,
  /** Whether to make the account's role for API Gateway's logs; false if the account has it already. */
  gatewayLogRole: z.boolean(),
  /** `basic`: the alarms that are free in an account without others. `all`: every alarm. `none` or false: none. */
  alarms: z.union([z.enum(alarmSets), z.boolean()]).transform((given): AlarmSet => alarmSetOf(given)),
  /** Full ARN of an SNS topic in this account and Region that receives alarms. */
  alarmTopicArn: z
    .string()
    .regex(/^arn:[\w-]+:sns:[\w-]+:\d{12}:[\w-]+(\.fifo)?$/, 'must be the full ARN of a topic')
    .optional(),
  /** Whether to make a dashboard and saved log queries. The first three dashboards of an account are free. */
  dashboard: z.boolean(),
  /** The account's quota of concurrent executions of Lambda in this Region. */
  functionConcurrency: z.int().min(10).max(1_000_000),
  /** The budget of the account in US dollars. AWS Budgets then warns `budgetMail` and the topic. */
  monthlyBudgetDollars: z.int().min(1).max(10_000_000).optional(),
  budgetMail: z.email().optional(),
  /** The address from which the service sends mail: one that SES has verified, or of a domain that it has. */
  mailFrom: z.string().refine(isMailAddress, 'must be a mail address, without a name').optional(),
  /** The percentage of API requests that X-Ray traces. Nothing else is traced, so idling costs nothing. */
  tracedPercent: z.int().min(0).max(100),
});

/** `true` and `false` are short for `basic` and `none`. */
function alarmSetOf(given: AlarmSet | boolean): AlarmSet {
  if (typeof given === 'string') return given;
  return given ? 'basic' : 'none';
}

export type StageSettings = z.output<typeof settingsSchema>;
