import { timestamp } from '../clock.ts';
import type { SandboxSpecs } from '../sandbox-specs/sandbox-specs.ts';
import type { Launch, Sandbox } from './sandbox.ts';

/** How this deployment starts tasks: families are named after specs, and the network is the stack's own. */
export class LaunchSettings {
  private readonly specs: SandboxSpecs;
  private readonly network: {
    readonly familyPrefix: string;
    readonly subnets: readonly string[];
    readonly securityGroups: readonly string[];
  };

  constructor(specs: SandboxSpecs, network: LaunchSettings['network']) {
    this.specs = specs;
    this.network = network;
  }

  launchOf(sandbox: Sandbox, now: Date): Launch {
    const { familyPrefix, subnets, securityGroups } = this.network;
    return {
      task_definition: `${familyPrefix}${sandbox.spec_id}`,
      container: this.specs.find(sandbox.spec_id)?.container ?? 'agent',
      subnets: [...subnets],
      security_groups: [...securityGroups],
      requested_at: timestamp(now),
    };
  }
}
