import { join } from 'node:path';
import type { Assembly } from '../assembly/assembly.ts';
import { AwsError } from '../aws/aws-error.ts';
import type { Faults } from '../aws/faults.ts';
import type { Place } from '../aws/names.ts';
import type { DeliveryPort, Invocation } from '../dynamodb/batch-delivery.ts';
import { Checkpoints } from '../dynamodb/checkpoints.ts';
import { eventSources } from '../dynamodb/event-source.ts';
import { StreamDispatcher } from '../dynamodb/stream-dispatcher.ts';
import type { DynamoDbWire } from '../dynamodb/wire.ts';
import type { LocalEc2 } from '../ec2/ec2.ts';
import type { LocalEcs } from '../ecs/ecs.ts';
import { EventBus } from '../events/event-bus.ts';
import { eventRules, timedRules } from '../events/rules.ts';
import type { AccessControl } from '../iam/access-control.ts';
import { assertMayReadStream } from '../iam/trigger-permissions.ts';
import type { Functions } from '../lambda/functions.ts';
import { THROTTLED } from '../lambda/local-lambda.ts';
import type { LocalLog } from '../terminal/log.ts';

interface Parts {
  readonly assembly: Assembly;
  readonly place: Place;
  readonly faults: Faults;
  readonly access: AccessControl;
  readonly functions: Functions;
  readonly ec2: Pick<LocalEc2, 'onSnapshotEnd'>;
  readonly ecs: Pick<LocalEcs, 'onTaskStateChange'>;
  readonly wire: DynamoDbWire;
  readonly stateDirectory: string;
  readonly log: LocalLog;
}

/** Writes through the endpoint nudge the readers of their tables; this is how often readers look on their own. */
const QUIET_MS = { first: 1_000, later: 15_000 };

/** What invokes functions without a request: table streams, task and snapshot events, and schedules. */
export class Triggers {
  readonly #parts: Parts;
  readonly #dispatcher: StreamDispatcher;
  readonly #bus: EventBus;

  private constructor(parts: Parts, dispatcher: StreamDispatcher, bus: EventBus) {
    this.#parts = parts;
    this.#dispatcher = dispatcher;
    this.#bus = bus;
  }

  static async create(parts: Parts): Promise<Triggers> {
    const { assembly, place, faults, ec2, ecs, wire, stateDirectory, log } = parts;
    const dispatcher = new StreamDispatcher({
      wire,
      checkpoints: await Checkpoints.open(join(stateDirectory, 'streams.json')),
      region: place.region,
      port: deliveryPort(parts),
      quietMs: QUIET_MS,
      onError: (consumer, error) => log('streams', 'error', `${consumer}: ${String(error)}`),
    });
    const rules = { events: eventRules(assembly), timed: timedRules(assembly) };
    const bus = new EventBus(rules, place, faults, invoker(parts));
    ecs.onTaskStateChange((detail) => bus.publishTaskStateChange(detail));
    ec2.onSnapshotEnd((event) => bus.publishSnapshotNotification(event));
    return new Triggers(parts, dispatcher, bus);
  }

  /** @throws Error when a function's role does not allow it to read its stream */
  async start(): Promise<void> {
    const { assembly, access } = this.#parts;
    const sources = eventSources(assembly.ofType('AWS::Lambda::EventSourceMapping'));
    for (const source of sources) assertMayReadStream(access.principalOf(source.functionName), source);
    await this.#dispatcher.start(sources);
    this.#bus.start();
  }

  nudge(tables: readonly string[]): void {
    this.#dispatcher.nudge(tables);
  }

  fireSchedules(): void {
    this.#bus.fireSchedules();
  }

  async stop(): Promise<void> {
    this.#bus.stop();
    await this.#dispatcher.stop();
  }
}

function deliveryPort({ functions, log }: Parts): DeliveryPort {
  return {
    async invoke(functionName, payload): Promise<Invocation> {
      try {
        const outcome = await functions.invoke(functionName, payload);
        if (!outcome.functionError) return { ok: true, payload: outcome.payload };
        return { ok: false, reason: outcome.functionError.errorMessage };
      } catch (error) {
        const isThrottled = error instanceof AwsError && error.type === THROTTLED;
        return { ok: false, reason: String(error), isThrottled };
      }
    },
    onDropped(source, records, reason) {
      const what = `${records.length} record${records.length === 1 ? '' : 's'} of ${source.tableName}`;
      log('streams', 'error', `${what} given up for ${source.functionName}: ${reason}`);
    },
  };
}

/** As in AWS, an event for a missing function is dropped. */
function invoker({ functions, log }: Parts): (functionName: string, payload: unknown) => void {
  return (functionName, payload) => {
    try {
      functions.invokeAsync(functionName, payload);
    } catch (error) {
      log('events', 'error', `${functionName}: ${String(error)}`);
    }
  };
}
