import type { PriceTable } from '../../billing/usage/prices.ts';
import type { SandboxSpec } from '../specs/sandbox-specs.ts';
import { specView } from '../specs/spec-view.ts';
import { type OwnSpec, specOf } from './own-spec.ts';

/** A spec of an owner in lists, as specs of the deployment are. */
export function ownSpecView(row: OwnSpec, tables: readonly PriceTable[], now: Date) {
  const { version, offered, check } = row;
  const { id: sandbox_id, reason, ...rest } = check;
  return {
    ...specView(specOf(row, row), tables, now),
    created_by_user_id: row.created_by ?? row.owner_id,
    version,
    offered_version: offered?.version ?? null,
    check: {
      ...rest,
      sandbox_id,
      reason: reason?.code ?? null,
      detail: reason && `${reason.message} ${reason.remedy}`.trim(),
    },
  };
}

/** The same with the fields that its owner can change. */
export function ownSpecDetails(row: OwnSpec, tables: readonly PriceTable[], now: Date) {
  const { definition } = row;
  return {
    ...ownSpecView(row, tables, now),
    image: definition.image,
    user: definition.user,
    workspace_path: definition.workspace_path,
    ephemeral_gb: definition.ephemeral_gigabytes,
    ports: definition.ports,
    idle_minutes: definition.idle_minutes,
    lifetime_minutes: definition.lifetime_minutes,
    retention_days: definition.retention_days,
    seals_with_boot_key: definition.seals_with_boot_key,
  };
}

/** A spec of the deployment with the same fields, as far as functions know them. */
export function deployedSpecDetails(spec: SandboxSpec, tables: readonly PriceTable[], now: Date) {
  return {
    ...specView(spec, tables, now),
    image: null,
    user: null,
    workspace_path: null,
    ephemeral_gb: null,
    ports: spec.ports,
    idle_minutes: spec.idle_minutes,
    lifetime_minutes: spec.lifetime_minutes,
    retention_days: spec.retention_days,
    seals_with_boot_key: spec.seals_with_boot_key,
  };
}
