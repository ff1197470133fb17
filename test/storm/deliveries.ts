import { randomUUID } from 'node:crypto';
import { Dice } from '../chaos/dice.ts';

interface StormEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly kind: string;
  readonly source: string;
  readonly text: string;
}

/** A conversation with its expected events, in order. */
export interface StormConversation {
  readonly id: string;
  readonly events: readonly StormEvent[];
}

export interface Delivery {
  readonly conversation: StormConversation;
  readonly events: readonly StormEvent[];
}

export const stormKinds = ['MessageEvent', 'ActionEvent', 'ObservationEvent'] as const;

export function someConversations(count: number, eventsEach: number): StormConversation[] {
  const start = Date.UTC(2026, 0, 5, 12);
  const event = (index: number): StormEvent => ({
    id: randomUUID(),
    timestamp: `${new Date(start + index * 1000).toISOString().slice(0, 23)}000`,
    kind: stormKinds[index % stormKinds.length] ?? '',
    source: 'agent',
    text: `event ${index}`,
  });
  return Array.from({ length: count }, () => ({
    id: randomUUID().replaceAll('-', ''),
    events: Array.from({ length: eventsEach }, (_, index) => event(index)),
  }));
}

/** All events in batches of five, in random order. A quarter of the batches are repeated, and a tenth overlap. */
export function deliveriesOf(conversations: readonly StormConversation[], seed: number): Delivery[] {
  const dice = new Dice(seed);
  const deliveries = conversations.flatMap((conversation) => {
    const starts = Array.from({ length: Math.ceil(conversation.events.length / 5) }, (_, index) => index * 5);
    return starts.flatMap((at) => {
      const events = shuffled(conversation.events.slice(at, at + 5), dice);
      const again = dice.roll() < 0.25 ? [{ conversation, events }] : [];
      const across = conversation.events.slice(Math.max(0, at - 2), at + 3);
      const overlapping = dice.roll() < 0.1 ? [{ conversation, events: across }] : [];
      return [{ conversation, events }, ...again, ...overlapping];
    });
  });
  return shuffled(deliveries, dice);
}

function shuffled<T>(items: readonly T[], dice: Dice): T[] {
  return items
    .map((item) => ({ item, place: dice.roll() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
