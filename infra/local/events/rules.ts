import type { Assembly, Resource } from '../assembly/assembly.ts';
import { functionNameIn, physicalName } from '../aws/names.ts';
import { type EventMatcher, parsePattern } from './pattern.ts';
import { parseSchedule, type Schedule } from './schedule.ts';

export interface Target {
  readonly functionName: string;
  /** What the function gets for an event: the event itself, unless the target has an input of its own. */
  readonly inputFor: (event: Readonly<Record<string, unknown>>) => unknown;
}

export interface EventRule {
  readonly name: string;
  readonly matches: EventMatcher;
  readonly targets: readonly Target[];
}

export interface TimedRule {
  readonly name: string;
  /** The `resources` of the event that the schedule makes. */
  readonly arn: string;
  readonly schedule: Schedule;
  readonly targets: readonly Target[];
}

/** The enabled rules that wait for events. A rule without a function among its targets does nothing locally. */
export function eventRules(assembly: Assembly): readonly EventRule[] {
  return enabledRules(assembly)
    .filter(({ properties }) => properties.EventPattern !== undefined)
    .map((rule) => ({
      name: physicalName(rule),
      matches: parsePattern(rule.properties.EventPattern),
      targets: ruleTargets(rule),
    }));
}

/** Scheduled rules, and the schedules of EventBridge Scheduler. */
export function timedRules(assembly: Assembly): readonly TimedRule[] {
  const rules = enabledRules(assembly)
    .filter(({ properties }) => properties.ScheduleExpression !== undefined)
    .map((rule) => ({ ...timed(rule, 'rule'), targets: ruleTargets(rule) }));
  const schedules = assembly
    .ofType('AWS::Scheduler::Schedule')
    .filter(({ properties }) => properties.State !== 'DISABLED')
    .map((schedule) => ({ ...timed(schedule, 'schedule'), targets: scheduleTargets(schedule) }));
  return [...rules, ...schedules];
}

function enabledRules(assembly: Assembly): readonly Resource[] {
  return assembly.ofType('AWS::Events::Rule').filter(({ properties }) => properties.State !== 'DISABLED');
}

function timed(resource: Resource, kind: string): Omit<TimedRule, 'targets'> {
  const name = physicalName(resource);
  const schedule = parseSchedule(String(resource.properties.ScheduleExpression));
  return { name, arn: `arn:aws:events:::${kind}/${name}`, schedule };
}

interface RawTarget {
  readonly Arn?: unknown;
  readonly Input?: unknown;
  readonly InputPath?: unknown;
  readonly InputTransformer?: unknown;
}

function ruleTargets(rule: Resource): readonly Target[] {
  const targets = rule.properties.Targets;
  return (Array.isArray(targets) ? targets : []).flatMap((target: RawTarget) => lambdaTarget(rule, target));
}

/** A schedule's function gets the input, and an empty object when there is none. */
function scheduleTargets(schedule: Resource): readonly Target[] {
  const target = (schedule.properties.Target ?? {}) as RawTarget;
  return lambdaTarget(schedule, { ...target, Input: target.Input ?? '{}' });
}

function lambdaTarget(owner: Resource, target: RawTarget): readonly Target[] {
  const arn = String(target.Arn);
  if (!arn.includes(':lambda:')) return [];
  if (target.InputTransformer !== undefined) {
    throw new Error(`${physicalName(owner)}: input transformers are not available locally`);
  }
  return [{ functionName: functionNameIn(arn), inputFor: inputOf(target) }];
}

function inputOf({ Input, InputPath }: RawTarget): Target['inputFor'] {
  if (typeof Input === 'string') {
    const input: unknown = JSON.parse(Input);
    return () => input;
  }
  if (typeof InputPath !== 'string' || InputPath === '$') return (event) => event;
  const steps = InputPath.replace(/^\$\.?/, '').split('.');
  return (event) =>
    steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], event);
}
