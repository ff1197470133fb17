import * as z from 'zod';
import { concurrencyProblem, reservationsOf } from './settings/concurrency-budget.ts';
import { consoleProblem, withConsoleOrigin } from './settings/console.ts';
import { defaults } from './settings/defaults.ts';
import { ingressProblem } from './settings/ingress.ts';
import { oidcProblem } from './settings/oidc.ts';
import { type StageSettings, settingsSchema } from './settings/schema.ts';
import { type Stage, stages } from './settings/stages.ts';
import { refuseMisspelt, refuseUnknown } from './settings/unknown-settings.ts';

export type { Stage } from './settings/stages.ts';

/**
 * Settings of a stage. An operator overrides defaults per stage in the context of cdk.json, cdk.context.json or
 * ~/.cdk.json:
 *
 *     "context": { "stages": { "prod": { "allowedOrigins": ["https://app.example.com"], "sandboxLimit": 20 } } }
 *
 * or for one command, which takes precedence:
 *
 *     npx cdk deploy --all -c stage=prod -c allowedOrigins=https://a.example.com,https://b.example.com
 *
 * `-c stage=…` chooses the stage, by default `dev`.
 */
export interface Settings extends Readonly<StageSettings> {
  readonly stage: Stage;
}

const names = Object.keys(settingsSchema.shape);

/**
 * The settings of one stage: defaults, overridden by `stages.<stage>`, overridden by the settings' own names.
 *
 * @param keys every key of the context, to find misspelt settings
 * @throws naming the invalid setting
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
  const problem = result.success
    ? problemTogether(stage, result.data)
    : `${result.error.issues.map(sentenceOf).join('; ')}.`;
  if (!result.success || problem !== undefined) throw new Error(`Settings of stage '${stage}': ${problem}`);
  return { stage, ...withConsoleOrigin(result.data) };
}

/** The prefix of the names of a stage's stacks and task families. */
export function prefixOf({ name, stage }: Pick<Settings, 'name' | 'stage'>): string {
  return `${name}-${stage}`;
}

/** The reserved concurrency of the function of an endpoint or worker, if it has any. */
export function reservedConcurrencyOf(id: string, settings: Settings) {
  const [, reserved] = Object.entries(reservationsOf(settings)).find(([worker]) => worker === id) ?? [];
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
  refuseUnknown(result.data, names);
  return result.data[stage] ?? {};
}

const emptyStages: Record<Stage, undefined> = { local: undefined, dev: undefined, prod: undefined };

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...issue.path, key].join('.'));
    return `${names.join(', ')}: no such setting`;
  }
  return `${issue.path.join('.')}: ${issue.message}`;
}

/** Parses a value of `-c`, which is text: lists are `a,b`, records `a=1,b=2` or JSON, numbers and booleans JSON. */
function fromCommandLine(value: unknown, schema: z.ZodType): unknown {
  if (typeof value !== 'string') return value;
  if (value.startsWith('{')) return jsonOf(value);
  const given = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (given instanceof z.ZodArray) return value.split(',').map((part) => part.trim());
  if (given instanceof z.ZodRecord) {
    const entries = value.split(',').map((part) => part.split(/=(.*)/s, 2));
    return Object.fromEntries(entries.map(([key = '', entry = '']) => [key.trim(), parsed(entry.trim())]));
  }
  return parsed(value);
}

/** Text that is no JSON stays text, which the setting refuses. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parsed(text: string): unknown {
  return /^(true|false|\d+)$/.test(text) ? JSON.parse(text) : text;
}

/** The problem of settings that are valid on their own but not together. */
function problemTogether(stage: Stage, settings: StageSettings): string | undefined {
  if (!settings.specs.includes(settings.defaultSpec)) {
    return `defaultSpec: '${settings.defaultSpec}' is not one of specs.`;
  }
  if (settings.llmApiKeySecretKeyArn !== undefined && settings.llmApiKeySecretArn === undefined) {
    return 'llmApiKeySecretKeyArn: needs llmApiKeySecretArn too.';
  }
  if (settings.webhookLoopback && stage !== 'local') return 'webhookLoopback: only for the local stage.';
  return (
    domainProblem(settings) ??
    ingressProblem(stage, settings) ??
    consoleProblem(stage, settings) ??
    oidcProblem(stage, settings) ??
    budgetProblem(settings) ??
    concurrencyProblem(settings)
  );
}

function domainProblem({ apiDomain, apiCertificateArn, apiHostedZoneId }: StageSettings): string | undefined {
  const isProved = apiCertificateArn !== undefined || apiHostedZoneId !== undefined;
  if (apiDomain !== undefined && !isProved) return 'apiDomain: needs apiCertificateArn or apiHostedZoneId.';
  if (apiDomain === undefined && isProved) return 'apiDomain: apiCertificateArn and apiHostedZoneId need it.';
  return undefined;
}

function budgetProblem({ monthlyBudgetDollars, budgetMail, alarmTopicArn }: StageSettings): string | undefined {
  const hasReceiver = budgetMail !== undefined || alarmTopicArn !== undefined;
  if (monthlyBudgetDollars === undefined || hasReceiver) return undefined;
  return 'monthlyBudgetDollars: needs budgetMail or alarmTopicArn too, to receive the warning.';
}
