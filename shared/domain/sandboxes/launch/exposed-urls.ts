import { DescribeNetworkInterfacesCommand, type EC2Client } from '@aws-sdk/client-ec2';
import type { ExposedUrl, Sandbox } from '../record/sandbox.ts';
import type { Task } from '../record/task.ts';

/** Where clients reach the ports of a sandbox. */
export interface Ingress {
  /** @returns undefined while the task has no address yet. */
  exposedUrls(sandbox: Sandbox, task: Task): Promise<readonly ExposedUrl[] | undefined>;
}

/** Direct ingress over plain HTTP to the task's public address; on shared hosts, by ECS's port bindings. */
export class DirectIngress implements Ingress {
  readonly #ec2: EC2Client;

  constructor(ec2: EC2Client) {
    this.#ec2 = ec2;
  }

  async exposedUrls(sandbox: Sandbox, task: Task): Promise<readonly ExposedUrl[] | undefined> {
    if (task.bindings.length > 0) {
      return sandbox.ports.flatMap(({ name, port }) => {
        const binding = task.bindings.find(({ containerPort }) => containerPort === port);
        return binding ? [exposedUrl(sandbox, name, `${binding.bindIp}:${binding.hostPort}`, binding.hostPort)] : [];
      });
    }
    const address = await this.#publicAddress(task);
    if (!address) return undefined;
    return sandbox.ports.map(({ name, port }) => exposedUrl(sandbox, name, `${address}:${port}`, port));
  }

  async #publicAddress(task: Task): Promise<string | undefined> {
    if (!task.networkInterfaceId) return undefined;
    const command = new DescribeNetworkInterfacesCommand({ NetworkInterfaceIds: [task.networkInterfaceId] });
    const { NetworkInterfaces: [networkInterface] = [] } = await this.#ec2.send(command);
    return networkInterface?.Association?.PublicIp;
  }
}

/** VS Code's access token is no part of its URL: URLs end up in histories and logs. */
function exposedUrl(sandbox: Sandbox, name: ExposedUrl['name'], host: string, port: number): ExposedUrl {
  const query = name === 'VSCODE' ? `/?folder=${encodeURIComponent(sandbox.working_dir)}` : '';
  return { name, port, url: `http://${host}${query}` };
}
