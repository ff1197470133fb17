import type * as z from 'zod';
import type { OwnSpecChange, OwnSpecRequest } from '../../../contract/shapes/own-spec.ts';
import type { Check, SpecDefinition } from './own-spec.ts';

const UNITS = 1024;

/** The definition of a requested spec. */
export function definitionOf(order: Omit<z.output<typeof OwnSpecRequest>, 'name'>): SpecDefinition {
  return {
    image: order.image,
    command: order.command,
    cpu_units: order.vcpu * UNITS,
    memory_megabytes: order.memory_gb * UNITS,
    architecture: order.architecture,
    user: order.user,
    workspace_path: order.workspace_path,
    workspace_gigabytes: order.workspace_gb,
    ephemeral_gigabytes: order.ephemeral_gb,
    working_dir: order.working_dir ?? `${order.workspace_path}/project`,
    initial_env: order.initial_env,
    ports: order.ports,
    idle_minutes: order.idle_minutes,
    lifetime_minutes: order.lifetime_minutes,
    retention_days: order.retention_days,
    seals_with_boot_key: order.seals_with_boot_key,
  };
}

/** The next definition. Fields that were not sent stay. */
export function changedDefinition(before: SpecDefinition, change: z.output<typeof OwnSpecChange>): SpecDefinition {
  return definitionOf({
    image: before.image,
    command: before.command,
    vcpu: before.cpu_units / UNITS,
    memory_gb: before.memory_megabytes / UNITS,
    architecture: before.architecture,
    user: before.user,
    workspace_path: before.workspace_path,
    workspace_gb: before.workspace_gigabytes,
    ephemeral_gb: before.ephemeral_gigabytes,
    working_dir: before.working_dir,
    initial_env: before.initial_env,
    ports: before.ports,
    idle_minutes: before.idle_minutes,
    lifetime_minutes: before.lifetime_minutes,
    retention_days: before.retention_days,
    seals_with_boot_key: before.seals_with_boot_key,
    ...sent(change),
  });
}

function sent<T extends object>(change: T): { [Name in keyof T]?: NonNullable<T[Name]> | null } & T {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as T;
}

/** A check that has not begun. @param id the id of its sandbox */
export function newCheck(id: string, at: string): Check {
  return { id, state: 'PENDING', reason: null, agent_version: null, started_at: at, finished_at: null };
}
