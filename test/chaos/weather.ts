import type { TaskEnd } from '../../infra/local/ecs/task-end.ts';
import { endTask, inventoryOf } from '../support/service/control.ts';
import { type Fault, Faults } from '../support/service/faults.ts';
import type { Dice } from './dice.ts';

const ALWAYS = 1_000_000;

const bad: readonly Fault[] = [
  { service: 'ecs', kind: 'throttle', probability: 0.04, times: ALWAYS },
  { service: 'ecs', kind: 'error', probability: 0.03, times: ALWAYS },
  { service: 'ecs', action: 'RunTask', kind: 'capacity', probability: 0.08, times: ALWAYS },
  { service: 'ecs', action: 'RunTask', kind: 'spot-capacity', probability: 0.15, times: ALWAYS },
  { service: 'ecs', action: 'RunTask', kind: 'drop-answer', probability: 0.08, times: ALWAYS },
  { service: 'ecs', action: 'StopTask', kind: 'drop-answer', probability: 0.05, times: ALWAYS },
  { service: 'ec2', kind: 'throttle', probability: 0.04, times: ALWAYS },
  { service: 'ec2', kind: 'error', probability: 0.03, times: ALWAYS },
  { service: 'ec2', action: 'CreateSnapshot', kind: 'drop-answer', probability: 0.08, times: ALWAYS },
  { service: 'ec2', kind: 'slow', milliseconds: 3_000, probability: 0.15, times: ALWAYS },
  { service: 'ec2', kind: 'fail', probability: 0.05, times: ALWAYS },
  { service: 'dynamodb', kind: 'throttle', probability: 0.01, times: ALWAYS },
  { service: 'dynamodb', kind: 'drop-answer', probability: 0.005, times: ALWAYS },
  { service: 'lambda', kind: 'error', probability: 0.02, times: ALWAYS },
  { service: 'events', kind: 'drop', probability: 0.08, times: ALWAYS },
  { service: 'events', kind: 'repeat', probability: 0.1, times: ALWAYS },
  { service: 'events', kind: 'reorder', probability: 0.1, times: ALWAYS },
  { service: 'events', kind: 'delay', milliseconds: 2_000, probability: 0.08, times: ALWAYS },
  { service: 'ecs', kind: 'crash', when: 'before', function: 'reconcile-sandbox', probability: 0.02, times: ALWAYS },
  { service: 'ecs', kind: 'crash', when: 'after', function: 'reconcile-sandbox', probability: 0.02, times: ALWAYS },
  { service: 'ec2', kind: 'crash', when: 'before', function: 'reconcile-sandbox', probability: 0.02, times: ALWAYS },
  { service: 'ec2', kind: 'crash', when: 'after', function: 'reconcile-sandbox', probability: 0.02, times: ALWAYS },
  {
    service: 'dynamodb',
    kind: 'crash',
    when: 'after',
    function: 'reconcile-sandbox',
    probability: 0.01,
    times: ALWAYS,
  },
  { service: 'ecs', kind: 'crash', when: 'after', function: 'stop-sandbox', probability: 0.05, times: ALWAYS },
  { service: 'ec2', kind: 'crash', when: 'before', function: 'reconcile-snapshot', probability: 0.05, times: ALWAYS },
  { service: 'ec2', kind: 'crash', when: 'after', function: 'reconcile-snapshot', probability: 0.05, times: ALWAYS },
  {
    service: 'dynamodb',
    kind: 'crash',
    when: 'after',
    function: 'reconcile-snapshot',
    probability: 0.02,
    times: ALWAYS,
  },
  { service: 'dynamodb', kind: 'crash', when: 'after', function: 'fork-sandbox', probability: 0.02, times: ALWAYS },
  { service: 'dynamodb', kind: 'crash', when: 'after', function: 'restore-sandbox', probability: 0.02, times: ALWAYS },
  { service: 'dynamodb', kind: 'crash', when: 'before', function: 'boot-sandbox', probability: 0.01, times: ALWAYS },
];

const ends: readonly TaskEnd[] = ['retirement', 'spot-interruption', 'host-failure', 'out-of-memory', 'agent-crash'];

export async function badWeather(stateDirectory: string): Promise<void> {
  const faults = new Faults(stateDirectory);
  for (const fault of bad) await faults.add(fault);
}

export async function fairWeather(stateDirectory: string): Promise<void> {
  await new Faults(stateDirectory).clear();
}

/** Ends a random running task. @returns how, or undefined when none runs */
export async function lightning(stateDirectory: string, dice: Dice): Promise<TaskEnd | undefined> {
  const { tasks } = await inventoryOf(stateDirectory);
  const task = dice.pick(tasks.filter(({ last_status: status }) => status !== 'STOPPED'));
  const how = dice.pick(ends);
  if (!task || !how) return undefined;
  await endTask(stateDirectory, task.id, how);
  return how;
}
