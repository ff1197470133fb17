import { timestamp } from '../../../platform/clock.ts';
import { diskTags } from '../record/disk-tags.ts';
import { diskOwner } from '../record/identity.ts';
import type { Launch, LaunchVolume, Sandbox } from '../record/sandbox.ts';
import { payerOf } from '../record/usage-times.ts';
import type { SandboxSpecs } from '../specs/sandbox-specs.ts';

/** Where and how tasks of this deployment run. */
export interface LaunchPlace {
  readonly familyPrefix: string;
  readonly subnets: readonly string[];
  readonly securityGroups: readonly string[];
  /** The role by which ECS makes and attaches volumes. */
  readonly volumeRoleArn: string;
  /** The tag of volumes, and so of their snapshots. */
  readonly deployment: string;
}

/** How this deployment starts tasks: families are named after specs, and the network is the stack's own. */
export class LaunchSettings {
  readonly #specs: SandboxSpecs;
  readonly #place: LaunchPlace;

  constructor(specs: SandboxSpecs, place: LaunchPlace) {
    this.#specs = specs;
    this.#place = place;
  }

  launchOf(sandbox: Sandbox, now: Date): Launch {
    const { familyPrefix, subnets, securityGroups } = this.#place;
    const spec = this.#specs.find(sandbox.spec_id);
    return {
      task_definition: `${familyPrefix}${sandbox.spec_id}`,
      container: spec?.container ?? 'agent',
      subnets: [...subnets],
      security_groups: [...securityGroups],
      requested_at: timestamp(now),
      volume: spec?.volume ? this.#volumeOf(sandbox, spec.volume) : null,
      size: spec?.size ?? null,
      ...payerOf(sandbox),
    };
  }

  /** Size and file system are the sandbox's own: the saved workspace must fit, even if the spec has changed since. */
  #volumeOf(sandbox: Sandbox, name: string): LaunchVolume {
    return {
      name,
      role_arn: this.#place.volumeRoleArn,
      size_gib: sandbox.workspace_gigabytes,
      snapshot_id: sandbox.snapshot_id,
      filesystem_type: sandbox.filesystem_type,
      tags: diskTags(diskOwner(sandbox), this.#place.deployment),
    };
  }
}
