import type { Assembly, Resource } from '../assembly/assembly.ts';
import { functionNameIn, physicalName } from '../aws/names.ts';
import { type EventMatcher, parsePattern } from './pattern.ts';
import { parseRate } from './schedule.ts';

export interface EventRule {
  readonly name: string;
  readonly matches: EventMatcher;
  /** The functions that get the event. */
  readonly functionNames: readonly string[];
}

export interface TimedRule {
  readonly name: string;
  /** The `resources` of the event that the schedule makes. */
  readonly arn: string;
  readonly everyMilliseconds: number;
  /** The functions that get the event. */
  readonly functionNames: readonly string[];
}

/** The enabled rules that wait for events. A rule without a function among its targets does nothing locally. */
export function eventRules(assembly: Assembly): readonly EventRule[] {
  return enabledRules(assembly)
    .filter(({ properties }) => properties.EventPattern !== undefined)
    .map((rule) => ({
      name: physicalName(rule),
      matches: parsePattern(rule.properties.EventPattern),
      functionNames: functionsOf(rule),
    }));
}

/** @throws Error for a schedule of EventBridge Scheduler, which does not run locally. */
export function timedRules(assembly: Assembly): readonly TimedRule[] {
  const [schedule] = assembly.ofType('AWS::Scheduler::Schedule');
  if (schedule) throw new Error(`${schedule.logicalId}: AWS::Scheduler::Schedule is not available locally`);
  return enabledRules(assembly)
    .filter(({ properties }) => properties.ScheduleExpression !== undefined)
    .map((rule) => ({
      name: physicalName(rule),
      arn: `arn:aws:events:::rule/${physicalName(rule)}`,
      everyMilliseconds: parseRate(String(rule.properties.ScheduleExpression)),
      functionNames: functionsOf(rule),
    }));
}

function enabledRules(assembly: Assembly): readonly Resource[] {
  return assembly.ofType('AWS::Events::Rule').filter(({ properties }) => properties.State !== 'DISABLED');
}

/** What a target may say besides its function. Retries and dead letters are for failures that do not happen locally. */
const knownOfTarget = new Set(['Arn', 'Id', 'RetryPolicy', 'DeadLetterConfig']);

/** @throws Error for a target that changes the event, such as by an input of its own. */
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
