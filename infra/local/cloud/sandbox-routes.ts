import type { Assembly } from '../assembly/assembly.ts';
import { publicDnsName } from '../ecs/public-address.ts';

interface Tasks {
  /** The port of this machine for a port of the task that runs under a public address; undefined without one. */
  hostPort(publicAddress: string, containerPort: number): number | undefined;
}

/** Where something really listens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

interface PortRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the task that EC2's name of its public address means. As in AWS, the edge reaches the ports alone that a
 * security group of the template opens for a managed prefix list.
 */
export function sandboxRoutes(
  assembly: Assembly,
  tasks: Tasks,
  region: string,
): (domainName: string, port: number) => Place | undefined {
  const open = portsOpenToPrefixLists(assembly);
  return (domainName, port) => {
    const address = addressIn(domainName, region);
    if (address === undefined || !open.some(({ from, to }) => from <= port && port <= to)) return undefined;
    const hostPort = tasks.hostPort(address, port);
    return hostPort === undefined ? undefined : { host: '127.0.0.1', port: hostPort };
  };
}

function addressIn(domainName: string, region: string): string | undefined {
  const address = /^ec2-(\d+-\d+-\d+-\d+)\./.exec(domainName)?.[1]?.replaceAll('-', '.');
  return address !== undefined && publicDnsName(address, region) === domainName ? address : undefined;
}

/** The rules stand in their group, or beside it as resources of their own. */
function portsOpenToPrefixLists(assembly: Assembly): readonly PortRange[] {
  const inGroups = assembly
    .ofType('AWS::EC2::SecurityGroup')
    .flatMap(({ properties }): unknown[] => Object(properties).SecurityGroupIngress ?? []);
  const beside = assembly.ofType('AWS::EC2::SecurityGroupIngress').map(({ properties }) => properties);
  return [...inGroups, ...beside].flatMap((rule) => {
    const { SourcePrefixListId: list, IpProtocol: protocol, FromPort: from, ToPort: to } = Object(rule);
    return list !== undefined && protocol === 'tcp' ? [{ from: Number(from), to: Number(to) }] : [];
  });
}
