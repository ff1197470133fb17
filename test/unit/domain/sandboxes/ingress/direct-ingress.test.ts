import { EC2Client } from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { DirectIngress } from '../../../../../shared/domain/sandboxes/ingress/direct-ingress.ts';
import { writeLabel } from '../../../../../shared/domain/sandboxes/ingress/label.ts';
import { Ec2PublicAddresses } from '../../../../../shared/domain/sandboxes/ingress/public-addresses.ts';
import { useHttpAgent } from '../../../../support/http/http-agent.ts';
import { aSandbox, aTask } from '../../../../support/sandboxes/sandbox-data.ts';

describe('direct URLs of a task', async () => {
  const ec2 = await useHttpAgent();
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
  const client = new EC2Client({ endpoint: ec2.url, region: 'us-east-1', credentials, maxAttempts: 1 });
  const ingress = new DirectIngress(new Ec2PublicAddresses(client));
  const sandbox = aSandbox();

  it('use the host ports when tasks share the host', async () => {
    const bindings = [
      { bindIp: '127.0.0.1', containerPort: 8001, hostPort: 40002 },
      { bindIp: '127.0.0.1', containerPort: 8000, hostPort: 40001 },
    ];

    expect(await ingress.exposedUrls(sandbox, aTask({ bindings }))).toEqual([
      { name: 'AGENT_SERVER', port: 40001, url: 'http://127.0.0.1:40001' },
      { name: 'VSCODE', port: 40002, url: 'http://127.0.0.1:40002/?folder=%2Fworkspace%2Fproject' },
    ]);
  });

  it('leave out a port that is not bound', async () => {
    const bindings = [{ bindIp: '127.0.0.1', containerPort: 8000, hostPort: 40001 }];

    expect(await ingress.exposedUrls(sandbox, aTask({ bindings }))).toHaveLength(1);
  });

  it('use the public address of its network interface otherwise', async () => {
    const association = '<association><publicIp>203.0.113.9</publicIp></association>';
    const answer = (inside: string) =>
      `<DescribeNetworkInterfacesResponse><networkInterfaceSet><item>${inside}</item></networkInterfaceSet></DescribeNetworkInterfacesResponse>`;
    ec2.reply = () => ({ body: answer(association) });

    expect(await ingress.exposedUrls(sandbox, aTask())).toEqual([
      { name: 'AGENT_SERVER', port: 8000, url: 'http://203.0.113.9:8000' },
      { name: 'VSCODE', port: 8001, url: 'http://203.0.113.9:8001/?folder=%2Fworkspace%2Fproject' },
    ]);
    expect(ec2.requests[0]?.body).toContain('NetworkInterfaceId.1=eni-1');
    ec2.reply = () => ({ body: answer('') });
    expect(await ingress.exposedUrls(sandbox, aTask())).toBeUndefined();
  });

  it('are unknown before the task has a network interface', async () => {
    expect(await ingress.exposedUrls(sandbox, aTask({ networkInterfaceId: null }))).toBeUndefined();
  });

  it('replace those of an edge that is no longer there, and are kept otherwise', async () => {
    const label = {
      keyNumber: 1,
      name: 'VSCODE',
      address: '3.208.1.2',
      port: 8001,
      generation: 1,
      endsAt: 2e9,
    } as const;
    const behind = {
      name: 'VSCODE',
      port: 8001,
      url: `https://${writeLabel(label, 'key')}.sandboxes.example.com`,
    } as const;
    const direct = { name: 'AGENT_SERVER', port: 8000, url: 'http://3.208.1.2:8000' } as const;
    const renewed = await ingress.renewal();

    expect(renewed({ ...sandbox, exposed_urls: [direct, behind] })).toEqual([
      direct,
      { name: 'VSCODE', port: 8001, url: 'http://3.208.1.2:8001/?folder=%2Fworkspace%2Fproject' },
    ]);
    expect(renewed({ ...sandbox, exposed_urls: null })).toEqual([]);
  });
});
