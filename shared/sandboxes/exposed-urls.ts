import { DescribeNetworkInterfacesCommand, type EC2Client } from '@aws-sdk/client-ec2';
import type { ExposedUrl, Sandbox } from './sandbox.ts';
import type { Task } from './task.ts';

/** Where clients reach the ports of a sandbox. */
export interface Ingress {
  /** @returns undefined while the task has no address yet. */
  exposedUrls(sandbox: Sandbox, task: Task): Promise<readonly ExposedUrl[] | undefined>;
}

/** Direct ingress: the task's own public address, over plain HTTP. Where a host is shared, ECS tells which host port stands for which container port. */
export class DirectIngress implements Ingress {
  private readonly ec2: EC2Client;

  constructor(ec2: EC2Client) {
    this.ec2 = ec2;
  }

  async exposedUrls(sandbox: Sandbox, task: Task): Promise<readonly ExposedUrl[] | undefined> {
    if (task.bindings.length > 0) {
      return sandbox.ports.flatMap(({ name, port }) => {
        const binding = task.bindings.find(({ containerPort }) => containerPort === port);
        return binding ? [exposedUrl(sandbox, name, `${binding.bindIp}:${binding.hostPort}`, binding.hostPort)] : [];
      });
    }
    const address = await this.publicAddress(task);
    if (!address) return undefined;
    return sandbox.ports.map(({ name, port }) => exposedUrl(sandbox, name, `${address}:${port}`, port));
  }

  private async publicAddress(task: Task): Promise<string | undefined> {
    if (!task.networkInterfaceId) return undefined;
    const command = new DescribeNetworkInterfacesCommand({ NetworkInterfaceIds: [task.networkInterfaceId] });
    const { NetworkInterfaces: [networkInterface] = [] } = await this.ec2.send(command);
    return networkInterface?.Association?.PublicIp;
  }
}

/** VS Code opens on the working directory. Its access token is no part of the URL: URLs end up in histories and logs. */
function exposedUrl(sandbox: Sandbox, name: ExposedUrl['name'], host: string, port: number): ExposedUrl {
  const query = name === 'VSCODE' ? `/?folder=${encodeURIComponent(sandbox.working_dir)}` : '';
  return { name, port, url: `http://${host}${query}` };
}
