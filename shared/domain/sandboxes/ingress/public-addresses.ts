import { DescribeNetworkInterfacesCommand, type EC2Client } from '@aws-sdk/client-ec2';
import type { Task } from '../record/task.ts';

export interface PublicAddresses {
  /** @returns undefined while the task has no public address */
  of(task: Pick<Task, 'networkInterfaceId'>): Promise<string | undefined>;
}

/** Reads the addresses from the tasks' network interfaces in EC2. */
export class Ec2PublicAddresses implements PublicAddresses {
  readonly #ec2: EC2Client;

  constructor(ec2: EC2Client) {
    this.#ec2 = ec2;
  }

  async of({ networkInterfaceId }: Pick<Task, 'networkInterfaceId'>): Promise<string | undefined> {
    if (!networkInterfaceId) return undefined;
    const command = new DescribeNetworkInterfacesCommand({ NetworkInterfaceIds: [networkInterfaceId] });
    const { NetworkInterfaces: [networkInterface] = [] } = await this.#ec2.send(command);
    return networkInterface?.Association?.PublicIp;
  }
}
