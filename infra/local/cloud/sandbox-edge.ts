import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { LocalEcs } from '../ecs/ecs.ts';
import { publicDnsName } from '../ecs/public-address.ts';
import { createEdge, type Edge, type EdgeLogEntry } from '../edge/edge.ts';
import { EdgeFunction, type KeyValues } from '../edge/edge-function.ts';
import { readEdgeSettings } from '../edge/edge-settings.ts';
import type { Target } from '../edge/passage.ts';
import { ResponseFunction } from '../edge/response-function.ts';
import { LabellingFunction } from '../edge/sandbox-port.ts';
import type { LocalAddress } from '../lambda/function-settings.ts';
import { ownNames } from '../sockets/listen.ts';
import type { LoopbackPort } from '../sockets/loopback-port.ts';
import type { LocalLog } from '../terminal/log.ts';
import type { EdgeOptions } from '../terminal/options.ts';
import { withLocalService } from './edge-service.ts';
import type { SandboxPorts } from './sandbox-ports.ts';

interface Parts {
  readonly assembly: Assembly;
  /** The values of the template's key value store, looked up when there is a distribution. */
  readonly keyValues: () => KeyValues;
  readonly routes: (domainName: string, port: number) => Place | undefined;
  /** Those of single sandboxes. */
  readonly ports: SandboxPorts | undefined;
  readonly service: (domainName: string) => Target | undefined;
  /** The task to which one of them leads. */
  readonly taskAt: LocalEcs['atEdgePort'];
  readonly options: EdgeOptions;
  readonly allowedHosts: readonly string[];
  readonly log: LocalLog;
}

/** The template's distribution, in front of the sandboxes of this machine. */
export class SandboxEdge {
  readonly #parts: Parts;
  readonly #edge: Edge;
  readonly #deployed: string;
  #port: number | undefined;

  private constructor(parts: Parts, edge: Edge, deployed: string) {
    this.#parts = parts;
    this.#edge = edge;
    this.#deployed = deployed;
  }

  /** @returns undefined for a template without a distribution @throws for what the local edge does not support */
  static of(parts: Parts): SandboxEdge | undefined {
    const { assembly, routes, service, ports, taskAt, options, allowedHosts, log } = parts;
    const { sandboxDomain } = options;
    const [distribution] = assembly.ofType('AWS::CloudFront::Distribution');
    if (!distribution) return undefined;
    const deployed = assembly.output('-ingress', 'SandboxAddress');
    if (deployed === undefined) throw new Error('the ingress stack has no output SandboxAddress');
    const settings = readEdgeSettings(
      distribution.properties,
      assembly.ofType('AWS::CloudFront::ResponseHeadersPolicy')[0]?.properties,
      pagesOf(the(assembly, 'Custom::EdgePages')),
      {
        originRequestPolicy: assembly.ofType('AWS::CloudFront::OriginRequestPolicy')[0]?.properties,
        cachePolicy: assembly.ofType('AWS::CloudFront::CachePolicy')[0]?.properties,
      },
    );
    const [onRequests, onResponses] = settings.functions;
    const keyValues = withLocalService(parts.keyValues());
    const edge = createEdge({
      function: new LabellingFunction({
        function: new EdgeFunction(codeOf(assembly, onRequests), keyValues),
        keyValues,
        isSandboxPort: (port) => ports?.has(port) === true,
        taskAt,
        sandboxDomain,
      }),
      responseFunction: onResponses === undefined ? undefined : new ResponseFunction(codeOf(assembly, onResponses)),
      settings,
      resolve: routes,
      resolveSecure: service,
      isOwnName: ownNames([...allowedHosts, ...(sandboxDomain === undefined ? [] : [`.${sandboxDomain}`])]),
      ...(options.tls && { tls: { cert: options.tls.cert, key: options.tls.key } }),
      log: logExchange(log),
    });
    return new SandboxEdge(parts, edge, deployed);
  }

  async start(port: LoopbackPort): Promise<void> {
    this.#port = await this.#edge.listen(port, this.#parts.ports?.all);
  }

  /** Undefined before the start. */
  get port(): number | undefined {
    return this.#port;
  }

  /** URL of the sandboxes, with `{label}` in it; undefined before the start. */
  get url(): string | undefined {
    return this.#port === undefined ? undefined : this.address.local;
  }

  /** The sandbox URL of the template and the local one. @throws before the start, which decides the port */
  get address(): LocalAddress {
    const [deployed, port] = [this.#deployed, this.#port];
    if (port === undefined) throw new Error('the edge has no address before it listens');
    return { deployed, local: localSandboxAddress(deployed, { port, tls: this.#parts.options.tls !== undefined }) };
  }

  async stop(): Promise<void> {
    if (this.#port !== undefined) await this.#edge.stop();
  }
}

function the(assembly: Assembly, type: string): Resource {
  const [resource] = assembly.ofType(type);
  if (!resource) throw new Error(`the template has a distribution and no ${type}`);
  return resource;
}

/** The code of a CloudFront function of the template. */
function codeOf(assembly: Assembly, arn: string): string {
  const found = assembly
    .ofType('AWS::CloudFront::Function')
    .find(({ properties }) => arn.endsWith(`/${properties.Name}`));
  if (!found) throw new Error(`the template has no function ${arn}`);
  return String(found.properties.FunctionCode);
}

function pagesOf({ properties }: Resource): Readonly<Record<string, string>> {
  const pages = Object.entries(Object(properties.Pages));
  return Object.fromEntries(pages.map(([name, text]) => [name, String(text)]));
}

/** Failures of the edge or of its function are errors. A sandbox that is gone is not. */
function logExchange(log: LocalLog): (entry: EdgeLogEntry) => void {
  return ({ method, path, status, milliseconds, failure }) => {
    const reason = failure === undefined ? '' : ` (${failure})`;
    const level = status === 503 && failure !== undefined ? 'error' : 'info';
    log('edge', level, `${method} ${shortened(path)} ${status} ${milliseconds} ms${reason}`);
  };
}

/** Logs only the start of a label or name, because the whole gives access. */
function shortened(path: string): string {
  return path.replace(/^(\/[a-zA-Z2-7]{8})[a-zA-Z2-7]{40}(?=\/|$)/, '$1…');
}

interface Tasks {
  /** The port of this machine for a port of the task with this public address; undefined when there is none. */
  hostPort(publicAddress: string, containerPort: number): number | undefined;
}

/** The address where something actually listens. */
interface Place {
  readonly host: string;
  readonly port: number;
}

interface PortRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the task behind EC2's name of a public address. As in AWS, the edge reaches only the ports that a security
 * group of the template opens for a managed prefix list.
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

/** Rules are declared in their group, or as separate resources. */
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

/**
 * The local URL of the sandboxes, with `{label}` in it.
 *
 * @param deployed the URL of the template, with the label as the first part of the host or of the path
 */
export function localSandboxAddress(
  deployed: string,
  { port, tls }: { readonly port: number; readonly tls: boolean },
): string {
  const scheme = tls ? 'https' : 'http';
  const host = /^https:\/\/(\{label\}\.[^/]+)$/.exec(deployed)?.[1];
  return host === undefined ? `${scheme}://127.0.0.1:${port}/{label}` : `${scheme}://${host}:${port}`;
}
