import { randomUUID } from 'node:crypto';
import type { Faults } from '../aws/faults.ts';
import type { Place } from '../aws/names.ts';
import type { EventRule, TimedRule } from './rules.ts';

interface Occurrence {
  readonly detailType: string;
  readonly source: string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

interface Rules {
  readonly events: readonly EventRule[];
  readonly timed: readonly TimedRule[];
}

/** A reordered event waits for the next one, but at most this long. */
const REORDER_WITHIN_MS = 500;
const DEFAULT_DELAY_MS = 1_000;

/** EventBridge's default bus and its schedules. Delivery is at least once and unordered. */
export class EventBus {
  readonly #rules: Rules;
  readonly #place: Place;
  readonly #faults: Faults;
  readonly #invoke: (functionName: string, payload: unknown) => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  #held: (() => void)[] = [];
  #stopped = false;

  constructor(rules: Rules, place: Place, faults: Faults, invoke: (functionName: string, payload: unknown) => void) {
    this.#rules = rules;
    this.#place = place;
    this.#faults = faults;
    this.#invoke = invoke;
  }

  /** Starts the schedules. A rate fires at once, and then at its interval. */
  start(): void {
    for (const rule of this.#rules.timed) {
      this.#fire(rule);
      this.#timers.add(setInterval(() => this.#fire(rule), rule.everyMilliseconds));
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#held = [];
  }

  /** Runs every schedule now, in addition to its own times. */
  fireSchedules(): void {
    if (!this.#stopped) for (const rule of this.#rules.timed) this.#fire(rule);
  }

  publishTaskStateChange(detail: Readonly<Record<string, unknown>>): void {
    this.publish({
      detailType: 'ECS Task State Change',
      source: 'aws.ecs',
      resources: [String(detail.taskArn)],
      detail,
    });
  }

  publishSnapshotNotification({ resources, detail }: Pick<Occurrence, 'resources' | 'detail'>): void {
    this.publish({ detailType: 'EBS Snapshot Notification', source: 'aws.ec2', resources, detail });
  }

  publish(occurrence: Occurrence): void {
    if (this.#stopped) return;
    const event = this.#envelope(occurrence);
    const deliver = (): void => this.#deliver(event);
    const fault = this.#faults.take('events', occurrence.detailType, ['drop', 'reorder', 'repeat', 'delay']);
    switch (fault?.kind) {
      case 'drop':
        return;
      case 'reorder':
        this.#hold(deliver);
        return;
      case 'delay':
        this.#after(fault.milliseconds ?? DEFAULT_DELAY_MS, deliver);
        return;
      case 'repeat':
        deliver();
    }
    deliver();
    this.#releaseHeld();
  }

  #envelope({ detailType, source, resources, detail }: Occurrence): Readonly<Record<string, unknown>> {
    return {
      version: '0',
      id: randomUUID(),
      'detail-type': detailType,
      source,
      account: this.#place.accountId,
      // EventBridge's times are whole seconds.
      time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
      region: this.#place.region,
      resources,
      detail,
    };
  }

  #deliver(event: Readonly<Record<string, unknown>>): void {
    for (const rule of this.#rules.events) if (rule.matches(event)) this.#invokeAll(rule.functionNames, event);
  }

  #invokeAll(functionNames: readonly string[], event: Readonly<Record<string, unknown>>): void {
    for (const functionName of functionNames) this.#invoke(functionName, event);
  }

  #hold(deliver: () => void): void {
    this.#held.push(deliver);
    this.#after(REORDER_WITHIN_MS, () => this.#releaseHeld());
  }

  #releaseHeld(): void {
    const held = this.#held;
    this.#held = [];
    for (const deliver of held.reverse()) deliver();
  }

  #fire(rule: TimedRule): void {
    const event = this.#envelope({
      detailType: 'Scheduled Event',
      source: 'aws.events',
      resources: [rule.arn],
      detail: {},
    });
    this.#invokeAll(rule.functionNames, event);
  }

  #after(milliseconds: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#stopped) action();
    }, milliseconds);
    this.#timers.add(timer);
  }
}
