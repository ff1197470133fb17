import type { Mail } from '../../platform/aws/mail.ts';
import type { Part } from '../../platform/aws/transact.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import { deliverLane, type LaneDeps, LaneRun, type Send } from './deliver-lane.ts';
import type { DynamoDeliveryLeases } from './dynamo-delivery-leases.ts';
import type { DueLane, DynamoWebhookMessages } from './dynamo-webhook-messages.ts';
import { type DisabledNotice, type FailingNotice, isReported } from './endpoint-notices.ts';
import { NoAnswerError } from './http-receiver.ts';
import { type MailsOfHour, oneMore } from './mail-allowance.ts';
import { alertSender } from './send-alert.ts';
import { openSecrets, openUrl, type WebhookEndpoint } from './webhook-endpoint.ts';
import { MAX_RETRY_AFTER } from './webhook-message.ts';

export interface DeliveryDeps {
  readonly leases: DynamoDeliveryLeases;
  readonly messages: DynamoWebhookMessages;
  readonly vault: Pick<Vault, 'open'>;
  readonly send: Send;
  /** Undefined where the deployment sends no mail. */
  readonly mail: Mail | undefined;
  /** Publishes that an endpoint has failed for an hour. Repetitions publish nothing. */
  readonly publishFailing: (notice: Part) => Promise<void>;
  readonly notice: DisabledNotice;
  readonly failingNotice: FailingNotice;
  readonly now: Clock;
  readonly random: () => number;
  /** Waits until the next message is due. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Waits for the next look for due lanes while attempts are running. */
  readonly tick: () => Promise<void>;
  /** Time until this run must end, in milliseconds. */
  readonly timeLeft: () => number;
}

/** Concurrent lanes of one endpoint. */
const LANES_AT_ONCE = 10;

/** Minimum time left for an attempt and the writes after it, in milliseconds. */
const RESERVE = 22_000;

/** A run waits for messages that are due within this time, in milliseconds, such as a first retry. */
const MAX_WAIT = 10_000;

/** After this many consecutive failures, a run ends and the endpoint rests, in milliseconds. */
const MAX_FAILURES = 20;
const REST = 30_000;

/** Renewal interval of the lease, in milliseconds. */
const RENEWAL = 5_000;

/**
 * Delivers the due messages of one endpoint. A lease allows one run at a time. If a run dies, the next one starts after
 * the lease ends and repeats attempts whose result was not recorded.
 *
 * @returns `busy` when another run has the lease.
 */
export async function deliverToEndpoint(
  ownerId: string,
  endpointId: string,
  holder: string,
  deps: DeliveryDeps,
): Promise<'done' | 'busy'> {
  const endpoint = await deps.leases.hold(ownerId, endpointId, holder, deps.now());
  if (!endpoint) return 'busy';
  await new Delivery(endpoint, holder, deps).run();
  return 'done';
}

class Delivery {
  readonly #holder: string;
  readonly #deps: DeliveryDeps;
  readonly #underWay = new Map<string, Promise<void>>();
  #endpoint: WebhookEndpoint;
  #heldAt: number;
  readonly #run: LaneRun;

  constructor(endpoint: WebhookEndpoint, holder: string, deps: DeliveryDeps) {
    this.#endpoint = endpoint;
    this.#holder = holder;
    this.#deps = deps;
    this.#heldAt = deps.now().getTime();
    this.#run = new LaneRun(endpoint.failing_since ?? null);
  }

  async run(): Promise<void> {
    try {
      while (await this.#goOn());
    } finally {
      // Also after a failure, the results of running attempts are written before the lease ends.
      await Promise.allSettled(this.#underWay.values());
    }
  }

  /** One pass over the due lanes. @returns whether another one is needed. */
  async #goOn(): Promise<boolean> {
    if (!(await this.#renew())) return false;
    const { enabled, hold_until: holdUntil } = this.#endpoint;
    if (!enabled || this.#run.isGone) return this.#end(null);
    const now = this.#deps.now();
    if (this.#isHeld(now)) return this.#waitOrEnd(now, new Date(String(holdUntil)));
    if (this.#run.failures >= MAX_FAILURES) return this.#end(new Date(now.getTime() + REST));
    if (this.#deps.timeLeft() < RESERVE) return this.#end(now);
    const started = await this.#startDue(now);
    if (this.#underWay.size > 0) {
      await Promise.race([...this.#underWay.values(), this.#deps.tick()]);
      return true;
    }
    return started || this.#waitOrEnd(now, await this.#nextDue());
  }

  /** Renews the lease and reads the endpoint, so that its owner's changes apply from the next message on. */
  async #renew(): Promise<boolean> {
    const { leases, now } = this.#deps;
    const isRecent = now().getTime() - this.#heldAt < RENEWAL;
    if (isRecent && this.#underWay.size > 0) return true;
    const { owner_id: ownerId, endpoint_id: endpointId } = this.#endpoint;
    const held = await leases.hold(ownerId, endpointId, this.#holder, now());
    // The endpoint is gone, or another run has the lease.
    if (!held) return false;
    this.#endpoint = held;
    this.#heldAt = now().getTime();
    return true;
  }

  async #startDue(now: Date): Promise<boolean> {
    const { owner_id: ownerId, endpoint_id: endpointId } = this.#endpoint;
    const room = LANES_AT_ONCE - this.#underWay.size;
    if (room <= 0) return false;
    const due = await this.#deps.messages.dueLanes(ownerId, endpointId, now, 2 * LANES_AT_ONCE);
    const free = due.filter(({ lane }) => !this.#underWay.has(lane)).slice(0, room);
    for (const lane of free) this.#underWay.set(lane.lane, this.#deliver(lane));
    return free.length > 0;
  }

  async #deliver(lane: DueLane): Promise<void> {
    try {
      await deliverLane(this.#endpoint, lane, this.#run, this.#laneDeps());
    } catch (error) {
      // A failure must not end the other lanes, but repeated failures end the run.
      this.#run.failures += 1;
      const { owner_id, endpoint_id } = this.#endpoint;
      log.error('webhook lane was not delivered', { owner_id, endpoint_id, error });
    } finally {
      this.#underWay.delete(lane.lane);
    }
  }

  #laneDeps(): LaneDeps {
    const { messages, send, now, random, notice, leases } = this.#deps;
    const { owner_id: ownerId, alert } = this.#endpoint;
    const isOver = () => this.#deps.timeLeft() < RESERVE || this.#isHeld(now());
    return {
      messages,
      send: alert ? alertSender(ownerId, alert, { send, mail: this.#mail() }) : send,
      now,
      random,
      opened: () => this.#open(),
      isOver,
      note: async (change) => {
        this.#endpoint = { ...this.#endpoint, ...change };
        await leases.note(this.#endpoint, this.#holder, change);
      },
      failing: async (since) => {
        if (now().getTime() - Date.parse(since) < FAILING_AFTER || !isReported(this.#endpoint)) return;
        await this.#deps.publishFailing(this.#deps.failingNotice(this.#endpoint, since));
      },
      disable: async (reason) => {
        const notices = isReported(this.#endpoint) ? [notice(this.#endpoint, reason, now())] : [];
        await leases.disable(this.#endpoint, reason, now(), notices);
      },
      hold: async (seconds) => {
        const until = new Date(now().getTime() + Math.min(seconds, MAX_RETRY_AFTER) * 1000);
        this.#endpoint = { ...this.#endpoint, hold_until: timestamp(until) };
        await leases.note(this.#endpoint, this.#holder, { hold_until: timestamp(until) });
      },
    };
  }

  #mails: MailsOfHour | undefined;

  /** Counts before it sends: after a crash, a mail too few is sent rather than one too many. */
  #mail(): Mail | undefined {
    const { mail, leases, now } = this.#deps;
    if (!mail) return undefined;
    const send: Mail['send'] = async (wanted) => {
      // Lanes send at the same time, and each renewal reads the row again.
      const next = oneMore(this.#mails ?? this.#endpoint.mails, wanted, now());
      if (!next) return;
      this.#mails = next.mails;
      const counted = this.#run.inTurn(() => leases.note(this.#endpoint, this.#holder, { mails: next.mails }));
      await counted.catch((cause: unknown) => {
        throw new NoAnswerError('the mail was not sent', { cause });
      });
      await mail.send(next.message);
    };
    return { send };
  }

  #opened: { readonly of: string; readonly parts: ReturnType<LaneDeps['opened']> } | undefined;

  /** Opens URL and secrets once per run, and again after a change. */
  #open(): ReturnType<LaneDeps['opened']> {
    const { secret, previous_secret_until: until, url, sealed_url: sealedUrl } = this.#endpoint;
    const now = this.#deps.now();
    const of = JSON.stringify([secret.data, until !== null && until > timestamp(now), url, sealedUrl?.data]);
    if (this.#opened?.of !== of) this.#opened = { of, parts: this.#openParts(now) };
    return this.#opened.parts;
  }

  async #openParts(now: Date): ReturnType<LaneDeps['opened']> {
    const { vault } = this.#deps;
    const [url, secrets] = await Promise.all([openUrl(this.#endpoint, vault), openSecrets(this.#endpoint, vault, now)]);
    return { url, secrets };
  }

  /** Whether the receiver asked for no requests at this time. */
  #isHeld(now: Date): boolean {
    return (this.#endpoint.hold_until ?? '') > timestamp(now);
  }

  #nextDue(): Promise<Date | null> {
    return this.#deps.messages.nextDue(this.#endpoint.owner_id, this.#endpoint.endpoint_id);
  }

  async #waitOrEnd(now: Date, next: Date | null): Promise<boolean> {
    // A running attempt may fail and be due again sooner.
    if (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay.values());
      return true;
    }
    const wait = next ? next.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
    if (wait > MAX_WAIT || this.#deps.timeLeft() < RESERVE + wait) return this.#end(next);
    await this.#deps.pause(Math.max(wait, 0));
    return true;
  }

  /** @returns true when another run may have taken over, or when a writer of new messages relies on this run. */
  async #end(dueAt: Date | null): Promise<boolean> {
    await Promise.allSettled(this.#underWay.values());
    return !(await this.#deps.leases.release(this.#endpoint, this.#holder, dueAt));
  }
}

/** An endpoint that has failed for this long is reported, in milliseconds. */
const FAILING_AFTER = 60 * 60_000;
