import type { Assembly, Resource } from '../assembly/assembly.ts';
import { functionNameIn, physicalName } from '../aws/names.ts';

export interface EventRule {
  readonly matches: EventMatcher;
  readonly functionNames: readonly string[];
}

export interface TimedRule {
  /** The resource of the scheduled event. */
  readonly arn: string;
  readonly everyMilliseconds: number;
  readonly functionNames: readonly string[];
}

/** The enabled rules with an event pattern. Targets that are not functions are ignored. */
export function eventRules(assembly: Assembly): readonly EventRule[] {
  return enabledRules(assembly)
    .filter(({ properties }) => properties.EventPattern !== undefined)
    .map((rule) => ({
      matches: parsePattern(rule.properties.EventPattern),
      functionNames: functionsOf(rule),
    }));
}

/** @throws Error for a schedule of EventBridge Scheduler, which is not supported locally */
export function timedRules(assembly: Assembly): readonly TimedRule[] {
  const [schedule] = assembly.ofType('AWS::Scheduler::Schedule');
  if (schedule) throw new Error(`${schedule.logicalId}: AWS::Scheduler::Schedule is not available locally`);
  return enabledRules(assembly)
    .filter(({ properties }) => properties.ScheduleExpression !== undefined)
    .map((rule) => ({
      arn: `arn:aws:events:::rule/${physicalName(rule)}`,
      everyMilliseconds: parseRate(String(rule.properties.ScheduleExpression)),
      functionNames: functionsOf(rule),
    }));
}

function enabledRules(assembly: Assembly): readonly Resource[] {
  return assembly.ofType('AWS::Events::Rule').filter(({ properties }) => properties.State !== 'DISABLED');
}

/** Known properties of a target. Retries and dead letters are for failures that do not happen locally. */
const knownOfTarget = new Set(['Arn', 'Id', 'RetryPolicy', 'DeadLetterConfig']);

/** @throws Error for a target that changes the event, for example with an input of its own */
function functionsOf(rule: Resource): readonly string[] {
  const targets = Array.isArray(rule.properties.Targets) ? rule.properties.Targets : [];
  return targets.flatMap((target: Readonly<Record<string, unknown>>) => {
    const arn = String(target.Arn);
    if (!arn.includes(':lambda:')) return [];
    const unknown = Object.keys(target).find((name) => !knownOfTarget.has(name));
    if (unknown) throw new Error(`${physicalName(rule)}: ${unknown} of a target is not available locally`);
    return [functionNameIn(arn)];
  });
}

const unitMilliseconds: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The milliseconds of a `rate(…)`. @throws Error for another expression, such as `cron(…)` */
export function parseRate(expression: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = unitMilliseconds[unit];
  if (milliseconds === undefined) throw new Error(`the schedule ${expression} is not available locally`);
  return Number(count) * milliseconds;
}

/** Matches an EventBridge pattern, which Lambda also uses for the filters of event source mappings. */
export type EventMatcher = (event: unknown) => boolean;

/** A pattern has a comparison that the local cloud does not support. Guessing would deliver the wrong events. */
export class UnsupportedPatternError extends Error {
  override readonly name = 'UnsupportedPatternError';
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a pattern of nested fields with lists of values. @throws UnsupportedPatternError for another comparison */
export function parsePattern(pattern: unknown): EventMatcher {
  const matches = Object.entries(fields(pattern, 'the pattern')).map(([name, wanted]) => parseField(name, wanted));
  return (event) => matches.every((match) => match(event));
}

function parseField(name: string, wanted: unknown): EventMatcher {
  if (name.startsWith('$')) throw new UnsupportedPatternError(`the comparison ${name}`);
  if (!Array.isArray(wanted)) {
    const match = parsePattern(fields(wanted, name));
    return (event) => match(valueAt(event, name));
  }
  const comparison = wanted.find((value) => typeof value === 'object' && value !== null);
  if (comparison) throw new UnsupportedPatternError(`the comparison ${JSON.stringify(comparison)}`);
  return (event) => wanted.includes(valueAt(event, name));
}

function valueAt(event: unknown, name: string): unknown {
  if (typeof event !== 'object' || event === null || !Object.hasOwn(event, name)) return undefined;
  const value = (event as Fields)[name];
  if (Array.isArray(value)) throw new UnsupportedPatternError(`a comparison with the list in ${name}`);
  return value;
}

function fields(value: unknown, where: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new UnsupportedPatternError(`${JSON.stringify(value)} at ${where}`);
}
