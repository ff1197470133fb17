import type { MemberAlertKind, OwnerAlertKind } from '../../../../shared/contract/shapes/alerts.ts';
import { memberAlertEvents, ownerAlertEvents } from '../../../../shared/domain/webhooks/alert-kinds.ts';
import { type AlertChange, alertsView, changeAlerts } from '../../../../shared/domain/webhooks/alert-settings.ts';
import { DynamoAlerts } from '../../../../shared/domain/webhooks/dynamo-alerts.ts';
import { type QueueWebhooksDeps, queueWebhooks } from '../../../../shared/domain/webhooks/queue-webhooks.ts';
import type { MailMessage } from '../../../../shared/platform/aws/mail.ts';
import { resolveBySystem } from '../../../../shared/platform/outbound/target.ts';
import type { ServiceTables } from '../../../support/service-tables.ts';
import { Scene } from './scene.ts';

export const PERSON = '6f0d1c9e-0000-5000-8000-000000000001';

/** An owner with receivers of alerts, and the mails that were sent. */
export class AlertScene {
  readonly scene: Scene;
  readonly mails: MailMessage[] = [];
  /** Thrown instead of sending a mail. */
  refusal: Error | undefined;
  /** Whether the person is a member. */
  isMember = true;
  readonly #alerts: DynamoAlerts;
  #sequence = 0;

  constructor(tables: ServiceTables, scene = new Scene(tables)) {
    this.scene = scene;
    this.#alerts = new DynamoAlerts(tables.documents, tables);
  }

  readonly mail = {
    send: async (message: MailMessage) => {
      if (this.refusal) throw this.refusal;
      this.mails.push(message);
    },
  };

  deps(sendsMail = true) {
    const { endpoints, vault, time } = this.scene;
    const rules = { resolve: resolveBySystem, loopback: true };
    return { endpoints, alerts: this.#alerts, vault, rules, sendsMail, now: time.now };
  }

  readonly choose = (change: AlertChange<OwnerAlertKind>) =>
    changeAlerts(this.scene.ownerId, null, change, ownerAlertEvents, this.deps());

  readonly chooseOwn = (change: AlertChange<MemberAlertKind>) =>
    changeAlerts(this.scene.ownerId, PERSON, change, memberAlertEvents, this.deps());

  readonly view = () => alertsView(this.scene.ownerId, null, ownerAlertEvents, this.deps());

  /** An event of the outbox, as its stream has it. */
  record(type: string, data: Readonly<Record<string, unknown>>, id = `${type}-${this.#sequence}`) {
    this.#sequence += 1;
    const { ownerId, time } = this.scene;
    const image = { event_id: { S: id }, owner_id: { S: ownerId }, type: { S: type }, object_id: { S: 'object' } };
    const map = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, { S: String(value) }]));
    const NewImage = { ...image, occurred_at: { S: time.now().toISOString() }, data: { M: map } };
    const Keys = { owner_id: { S: ownerId }, event_id: { S: id } };
    return { eventName: 'INSERT' as const, dynamodb: { Keys, NewImage, SequenceNumber: String(this.#sequence) } };
  }

  queueDeps(overrides: Partial<QueueWebhooksDeps> = {}): QueueWebhooksDeps {
    const { endpoints, messages, time } = this.scene;
    return {
      ...{ endpoints, messages, now: time.now },
      isMember: async () => this.isMember,
      deliver: async (_, endpointId) => void (await this.scene.deliver(endpointId, { mail: this.mail })),
      noteFailures: async () => undefined,
      ...overrides,
    };
  }

  /** Something occurs, and those who are alerted of it are told. */
  readonly happens = async (...event: Parameters<AlertScene['record']>): Promise<void> => {
    await queueWebhooks([this.record(...event)], this.queueDeps());
  };

  /** The subjects of mails to an address. */
  subjectsTo(address: string): readonly string[] {
    return this.mails.filter(({ to }) => to === address).map(({ subject }) => subject);
  }
}
