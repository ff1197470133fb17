import type { LocalAgent } from '../agent-server/local-agent.ts';
import type { Assembly } from '../assembly/assembly.ts';
import type { Credentials } from '../aws/credentials.ts';
import type { Faults } from '../aws/faults.ts';
import type { Place } from '../aws/names.ts';
import type { DynamoDbEngine } from '../dynamodb/engine.ts';
import type { AwsEndpoint } from '../endpoint/endpoint.ts';
import type { StartInstance } from '../lambda/functions.ts';
import type { Namespaces } from '../namespaces/namespaces.ts';
import type { LocalLog } from '../terminal/log.ts';
import type { EdgeOptions } from '../terminal/options.ts';
import type { HeldPorts } from './ports.ts';

/** What the services of an assembly are made from. */
export interface Parts {
  readonly assembly: Assembly;
  readonly compiledDirectory: string;
  readonly engine: Pick<DynamoDbEngine, 'wire'>;
  readonly endpoint: AwsEndpoint;
  readonly faults: Faults;
  readonly admin: Credentials;
  readonly place: Place;
  readonly stateDirectory: string;
  /** Held until the services have stopped. */
  readonly ports: HeldPorts;
  readonly edge: EdgeOptions;
  /** The directory with the console's files; undefined without a console. */
  readonly site: string | undefined;
  readonly allowedHosts: readonly string[];
  /** Isolates sandboxes; undefined when they run as the current user. */
  readonly namespaces: Namespaces | undefined;
  readonly agent: LocalAgent;
  /** Values by the ARNs of secrets that no file keeps. */
  readonly lentSecrets: Readonly<Record<string, string>>;
  readonly log: LocalLog;
  /** Runs functions in another way than as processes. */
  readonly startInstance?: StartInstance | undefined;
}
