import { describe, expect, it } from 'vitest';
import { localSandboxAddress, sandboxRoutes } from '../../../../../infra/local/cloud/sandbox-edge.ts';
import { anAssembly, aResource } from '../../../../integration/infra/local/an-assembly.ts';

const group = aResource('AWS::EC2::SecurityGroup', 'Sandboxes', {
  SecurityGroupIngress: [
    { IpProtocol: 'tcp', FromPort: 8000, ToPort: 8002, SourcePrefixListId: 'pl-1' },
    { IpProtocol: 'tcp', FromPort: 9000, ToPort: 9000, CidrIp: '0.0.0.0/0' },
    { IpProtocol: 'udp', FromPort: 9001, ToPort: 9001, SourcePrefixListId: 'pl-1' },
  ],
});
const rule = { IpProtocol: 'tcp', FromPort: 12_000, ToPort: 12_000, SourcePrefixListId: 'pl-1' };
const beside = aResource('AWS::EC2::SecurityGroupIngress', 'Beside', rule);

const tasks = {
  hostPort: (address: string, port: number) => (address === '3.208.0.9' && port !== 8002 ? 20_000 + port : undefined),
};
const route = sandboxRoutes(anAssembly(group, beside), tasks, 'us-east-1');
const name = 'ec2-3-208-0-9.compute-1.amazonaws.com';

describe('the way from the edge to a task', () => {
  it.each([8000, 8001, 12_000])(
    'leads from port %d, which the prefix list reaches, to a port of this machine',
    (port) => {
      expect(route(name, port)).toEqual({ host: '127.0.0.1', port: 20_000 + port });
    },
  );

  it.each([
    ['a port that only others reach', name, 9000],
    ['a port of another protocol', name, 9001],
    ['a port without a rule', name, 7999],
    ['a port that the task does not have', name, 8002],
    ['an address that no task has', 'ec2-3-208-0-8.compute-1.amazonaws.com', 8000],
    ['a name of another region', 'ec2-3-208-0-9.eu-west-1.compute.amazonaws.com', 8000],
    ['another name', 'ec2-3-208-0-9.compute-1.amazonaws.com.example.com', 8000],
    ['an address', '127.0.0.1', 8000],
  ])('leads nowhere for %s', (_what, domainName, port) => {
    expect(route(domainName, port)).toBeUndefined();
  });

  it('leads nowhere where the template lets no prefix list in', () => {
    expect(sandboxRoutes(anAssembly(), tasks, 'us-east-1')(name, 8000)).toBeUndefined();
  });
});

it.each([
  ['https://d1.cloudfront.net/{label}', false, 'http://127.0.0.1:3001/{label}'],
  ['https://d1.cloudfront.net/{label}', true, 'https://127.0.0.1:3001/{label}'],
  ['https://{label}.localhost', false, 'http://{label}.localhost:3001'],
  ['https://{label}.box.test', true, 'https://{label}.box.test:3001'],
])('the address %s is, with TLS (%s), %s here', (deployed, tls, local) => {
  expect(localSandboxAddress(deployed, { port: 3001, tls })).toBe(local);
});
