import * as z from 'zod';
import { concurrencyProblem, reservationsOf } from './settings/concurrency-budget.ts';
import { consoleProblem, withConsoleOrigin } from './settings/console.ts';
import { defaults } from './settings/defaults.ts';
import { ingressProblem } from './settings/ingress.ts';
import { type StageSettings, settingsSchema } from './settings/schema.ts';
import { type Stage, stages } from './settings/stages.ts';
import { refuseMisspelt, refuseUnknown } from './settings/unknown-settings.ts';

export type { Stage } from './settings/stages.ts';

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
export interface Settings extends Readonly<StageSettings> {
  readonly stage: Stage;
}

const names = Object.keys(settingsSchema.shape);

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
  const problem = result.success
    ? problemTogether(stage, result.data)
    : `${result.error.issues.map(sentenceOf).join('; ')}.`;
  if (!result.success || problem !== undefined) throw new Error(`Settings of stage '${stage}': ${problem}`);
  return { stage, ...withConsoleOrigin(result.data) };
}

/** What the names of a stage's stacks and task families begin with. */
export function prefixOf({ name, stage }: Pick<Settings, 'name' | 'stage'>): string {
  return `${name}-${stage}`;
}

/** What is set aside for the function of an endpoint or a worker; of a function without a setting, nothing. */
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

/** What is wrong between settings that are right by themselves; undefined where they fit together. */
function problemTogether(stage: Stage, settings: StageSettings): string | undefined {
  if (!settings.specs.includes(settings.defaultSpec)) {
    return `defaultSpec: '${settings.defaultSpec}' is not one of specs.`;
  }
  if (settings.llmApiKeySecretKeyArn !== undefined && settings.llmApiKeySecretArn === undefined) {
    return 'llmApiKeySecretKeyArn: needs llmApiKeySecretArn beside it.';
  }
  if (settings.webhookLoopback && stage !== 'local') return 'webhookLoopback: only the local stage may have it.';
  return (
    domainProblem(settings) ??
    ingressProblem(stage, settings) ??
    consoleProblem(stage, settings) ??
    budgetProblem(settings) ??
    concurrencyProblem(settings)
  );
}

function domainProblem({ apiDomain, apiCertificateArn, apiHostedZoneId }: StageSettings): string | undefined {
  const isProved = apiCertificateArn !== undefined || apiHostedZoneId !== undefined;
  if (apiDomain !== undefined && !isProved) return 'apiDomain: needs apiCertificateArn or apiHostedZoneId.';
  if (apiDomain === undefined && isProved) return 'apiDomain: is missing beside apiCertificateArn or apiHostedZoneId.';
  return undefined;
}

function budgetProblem({ monthlyBudgetDollars, budgetMail, alarmTopicArn }: StageSettings): string | undefined {
  const isHeard = budgetMail !== undefined || alarmTopicArn !== undefined;
  if (monthlyBudgetDollars === undefined || isHeard) return undefined;
  return 'monthlyBudgetDollars: set budgetMail or alarmTopicArn too, which receive the warning.';
}
