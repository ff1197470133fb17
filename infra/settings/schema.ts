import * as z from 'zod';
import { AppMode, ProviderType } from '../../shared/contract/shapes/enums.ts';
import { workers } from '../../shared/contract/workers.ts';
import { consoleSettings } from './console.ts';
import { ingressSettings } from './ingress.ts';
import { type WarmPool, warmPool } from './warm-pool.ts';
import { zoneIdPattern, zonesProblem } from './zones.ts';

/**
 * Days for which CloudWatch can keep logs; 9999 is for ever. They are those of the CDK's `RetentionDays`, whose module
 * loads 500 files: commands that only read settings should start without it.
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

/** Every setting, with what it means. */
export const settingsSchema = z.strictObject({
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
  ...consoleSettings,
  /** Another web client than the console, to which the API leads people who open its address or that of a page. */
  webUrl: z
    .string()
    .regex(/^https?:\/\/[\w.-]+(:\d{1,5})?(\/[\w.~-]+)*\/?$/, 'must be an address such as https://app.example.com')
    .optional(),
  /** The day (YYYY-MM-DD) from which legacy endpoints may be gone, for the `Sunset` header. */
  legacySunset: z.iso.date().optional(),
  /** How many sandboxes one owner may have running at the same time. */
  sandboxLimit: z.int().min(1).max(10_000),
  /** Sandbox starts per second over all owners: less than Fargate's 20, unless that quota was raised. */
  launchesPerSecond: z.number().min(1).max(1_000),
  /** ARN of a KMS key in this Region for the disks of sandboxes; without it, the account's default key for EBS. */
  volumeKeyArn: keyArn.optional(),
  /** Further keys that disks may be under: the account's own default key for EBS, or keys of earlier snapshots. */
  ebsKeyArns: z.array(keyArn).min(1).max(10).optional(),
  /** ARN of a KMS key of this account and Region for owners' secrets; without it, the stage gets one of its own. */
  vaultKeyArn: keyArn.optional(),
  /** Days that logs are kept; one of the periods CloudWatch offers. */
  logRetentionDays: z.literal(retentionDays),
  /** Ids of the sandbox specs on offer (infra/specs), and which one a caller gets that names none. */
  specs: z.array(z.string()).min(1),
  defaultSpec: z.string(),
  /** Images by spec id, in place of the images that the specs name. Production should name them by digest. */
  images: z
    .record(
      z.string(),
      z.string().regex(/^[^\s@]+@sha256:[0-9a-f]{64}$/, 'must name an image by digest, as in registry/name@sha256:…'),
    )
    .optional(),
  /** Warm pools by the ids of specs, instead of those that the specs name: a size, or a size and hours in UTC. */
  warmPools: z
    .record(z.string(), z.union([warmPool, warmPool.shape.size.transform((size): WarmPool => ({ size }))]))
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
  /**
   * Whether each worker has a share of `functionConcurrency` set aside, which it does not exceed, so that no kind of
   * load can starve another. `reservedConcurrency` replaces single shares.
   */
  concurrencyBudget: z.boolean(),
  /** Whether receivers on the service's machine get events without TLS, for the local service only. */
  webhookLoopback: z.boolean(),
  /** What the API as a whole accepts, over all callers: a fuse against runaway cost. */
  requestsPerSecond: z.int().min(1).max(10_000),
  requestBurst: z.int().min(1).max(5_000),
  /** Keeps tables and master secret when their stack goes. False only for a throw-away stage. */
  protectData: z.boolean(),
  /** Ids of the zones in which sandboxes run, as names differ by account; without it, two that suit (`zones.ts`). */
  availabilityZones: z
    .array(z.string().regex(zoneIdPattern, 'must be the id of a zone, such as euw1-az1, and not its name'))
    .min(2)
    .max(6)
    .superRefine((ids, context) => {
      const problem = zonesProblem(ids);
      if (problem !== undefined) context.addIssue(problem);
    })
    .optional(),
  ...ingressSettings,
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

/** True and false are what the command line gives for `basic` and `none` in a hurry. */
function alarmSetOf(given: AlarmSet | boolean): AlarmSet {
  if (typeof given === 'string') return given;
  return given ? 'basic' : 'none';
}

/** Settings without their stage. */
export type StageSettings = z.output<typeof settingsSchema>;
