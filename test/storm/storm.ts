import { freePort } from '../support/free-port.ts';
import { Api } from '../support/service/api.ts';
import { reached, startConversation } from '../support/service/conversations.ts';
import { eventually } from '../support/service/eventually.ts';
import { LocalService } from '../support/service/local-service.ts';
import { deliveryKeyOf } from '../support/service/webhooks.ts';
import { type Delivery, deliveriesOf, type StormConversation, someConversations, stormKinds } from './deliveries.ts';

export interface StormOptions {
  readonly stateDirectory: string;
  readonly conversations: number;
  readonly eventsEach: number;
  readonly seed: number;
  readonly senders: number;
  readonly say: (line: string) => void;
}

export interface StormReport {
  readonly conversations: number;
  readonly events: number;
  readonly deliveries: number;
  /** The deliveries that were repeated after a refusal or without a response. */
  readonly repeated: number;
  /** The duration of the deliveries, including the restart of the service, in seconds. */
  readonly seconds: number;
  readonly wrong: readonly string[];
}

/** Time limit of one delivery, in milliseconds. Longer than a restart of the service. */
const DELIVERED_WITHIN = 300_000;

/** A storm from one sandbox is more than a deployment accepts by default. */
const enough = { megabytes: 1_000_000, events: 1_000_000_000, conversations: 1_000_000 };
const settings = { deliveryLimits: { sandbox: enough, owner: enough } };

/** Delivers all events to a service that is killed halfway, and checks what it stored. */
export async function storm(options: StormOptions): Promise<StormReport> {
  const { stateDirectory, say } = options;
  const port = await freePort();
  let service = await LocalService.start({ stateDirectory, port, settings });
  try {
    const api = Api.withKey(service.baseUrl, service.apiKey);
    const { id: home } = await startConversation(api);
    const conversations = someConversations(options.conversations, options.eventsEach);
    const deliveries = deliveriesOf(conversations, options.seed);
    say(`${deliveries.length} deliveries to ${conversations.length} conversations`);
    const agent = new StormAgent(api, home, stateDirectory);
    await agent.learnKey();
    const started = performance.now();
    const middle = Math.floor(deliveries.length / 2);
    const sending = agent.sendAll(deliveries.slice(0, middle), options.senders);
    await eventually('a third is delivered', () => agent.delivered > middle / 1.5 || undefined, 3_600_000);
    say('the service is killed');
    await service.kill();
    service = await LocalService.start({ stateDirectory, port, settings });
    say('the service runs again');
    await sending;
    await agent.sendAll(deliveries.slice(middle), options.senders);
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    say(`all is delivered after ${seconds} s`);
    const wrong = await differences(api, conversations);
    const events = conversations.reduce((sum, one) => sum + one.events.length, 0);
    return {
      conversations: conversations.length,
      events,
      deliveries: deliveries.length,
      repeated: agent.repeated,
      seconds,
      wrong,
    };
  } finally {
    await service.interrupt();
  }
}

class StormAgent {
  delivered = 0;
  repeated = 0;
  readonly #api: Api;
  readonly #home: string;
  readonly #stateDirectory: string;
  #key = '';
  #learning: Promise<void> | undefined;

  constructor(api: Api, home: string, stateDirectory: string) {
    this.#stateDirectory = stateDirectory;
    this.#api = api;
    this.#home = home;
  }

  /** Reads the delivery key again, which changes with a restart of the sandbox. */
  async learnKey(): Promise<void> {
    this.#learning ??= reached(this.#api, this.#home)
      .then(async ({ sessionKey }) => {
        this.#key = await deliveryKeyOf(sessionKey, this.#stateDirectory);
      })
      .finally(() => {
        this.#learning = undefined;
      });
    await this.#learning;
  }

  async sendAll(deliveries: readonly Delivery[], senders: number): Promise<void> {
    const waiting = [...deliveries];
    const send = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await this.#send(next);
    };
    await Promise.all(Array.from({ length: senders }, send));
  }

  async #send({ conversation, events }: Delivery): Promise<void> {
    const path = `/api/v1/webhooks/events/${conversation.id}`;
    await eventually(
      `a delivery to ${conversation.id}`,
      async () => {
        const status = await this.#post(path, events);
        if (status === 200) return true;
        this.repeated += 1;
        await this.learnKey();
        throw new Error(`The service returned ${status}.`);
      },
      DELIVERED_WITHIN,
    );
    this.delivered += 1;
  }

  async #post(path: string, body: unknown): Promise<number> {
    const api = new Api(this.#api.baseUrl, { 'X-Delivery-Key': this.#key });
    try {
      return (await api.post(path, body)).status;
    } catch {
      // The killed service does not respond.
      return 0;
    }
  }
}

/** A sentence for each conversation that does not have every event once and in order. */
async function differences(api: Api, conversations: readonly StormConversation[]): Promise<string[]> {
  const found: string[] = [];
  for (const { id, events } of conversations) {
    const kept = await historyOf(api, id);
    if (kept.join() !== events.map((event) => event.id).join())
      found.push(`${id} has ${kept.length} events, ${new Set(kept).size} of them different, of ${events.length}`);
    const counts = await Promise.all([count(api, id), ...stormKinds.map((kind) => count(api, id, kind))]);
    const wanted = [events.length, ...stormKinds.map((kind) => events.filter((event) => event.kind === kind).length)];
    if (counts.join() !== wanted.join()) found.push(`${id} counts ${counts.join(', ')} and not ${wanted.join(', ')}`);
  }
  return found;
}

async function historyOf(api: Api, id: string): Promise<string[]> {
  const ids: string[] = [];
  let page_id: string | null = null;
  do {
    const query: Record<string, string> = page_id === null ? {} : { page_id };
    const { body } = await api.get(`/api/v1/conversation/${id}/events/search`, query);
    ids.push(...body.items.map((event: { id: string }) => event.id));
    page_id = body.next_page_id;
  } while (page_id !== null);
  return ids;
}

async function count(api: Api, id: string, kind?: string): Promise<number> {
  const query: Record<string, string> = kind === undefined ? {} : { kind__eq: kind };
  return (await api.get(`/api/v1/conversation/${id}/events/count`, query)).body;
}
