import type { LocalAccount } from '../account/account.ts';
import type { Controllable } from '../endpoint/control.ts';
import type { AccessControl } from '../iam/access-control.ts';
import type { Machines } from './machines.ts';
import type { Triggers } from './triggers.ts';

/** What tests and operators of the local cloud can see and do besides the calls of AWS. */
export function controls(
  { ec2, ecs }: Machines,
  access: AccessControl,
  triggers: Triggers,
  account: LocalAccount,
): Controllable {
  return {
    endTask: (taskId, how) => ecs.endTask(taskId, how),
    inventory: async () => ({ tasks: ecs.inventory(), ...(await ec2.inventory()) }),
    permissions: () => access.report(),
    account: account.state,
    fireSchedules: () => triggers.fireSchedules(),
  };
}
