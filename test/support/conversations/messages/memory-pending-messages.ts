import {
  appended,
  type NewPendingMessage,
  type PendingMessage,
  type PendingMessages,
} from '../../../../shared/domain/conversations/messages/pending-messages.ts';
import type { Part } from '../../../../shared/platform/aws/transact.ts';
import type { Clock } from '../../../../shared/platform/clock.ts';
import { retryLostRaces, VersionConflictError } from '../../../../shared/platform/errors.ts';
import { checkParts, memoryPart, writeParts } from '../../platform/memory-parts.ts';

/** Check and write are one step. */
export class MemoryPendingMessages implements PendingMessages {
  readonly #now: Clock;
  #rows: readonly PendingMessage[] = [];

  constructor(now: Clock) {
    this.#now = now;
  }

  async add(
    ownerId: string,
    conversationId: string,
    message: NewPendingMessage,
    claim: (place: number) => Promise<readonly Part[]> = async () => [],
  ): Promise<number> {
    return retryLostRaces(async () => {
      const waiting = this.#of(ownerId, conversationId).filter(({ failed }) => failed === null).length;
      const first = await claim(waiting + 1);
      const { rows, before } = appended(ownerId, conversationId, this.#of(ownerId, conversationId), [message]);
      checkParts(first);
      writeParts(first);
      this.#rows = [...this.#rows, ...rows];
      return before + 1;
    });
  }

  async parts(ownerId: string, conversationId: string, messages: readonly NewPendingMessage[]): Promise<Part[]> {
    const { rows } = appended(ownerId, conversationId, this.#of(ownerId, conversationId), messages);
    const isTaken = ({ position }: PendingMessage) =>
      this.#of(ownerId, conversationId).some((one) => one.position === position);
    return rows.map((row) => {
      const part = { item: {}, lost: () => new VersionConflictError('pending message', row.message_id) };
      const write = () => {
        this.#rows = [...this.#rows, row];
      };
      return memoryPart(part, { holds: () => !isTaken(row), write });
    });
  }

  async list(ownerId: string, conversationId: string): Promise<readonly PendingMessage[]> {
    return this.#of(ownerId, conversationId);
  }

  async change(message: PendingMessage, change: Partial<PendingMessage>): Promise<PendingMessage> {
    const found = this.#rows.find(({ message_id: id }) => id === message.message_id);
    if (!found || found.sent_at !== message.sent_at || found.failed !== message.failed)
      throw new VersionConflictError('message', message.message_id);
    const next = { ...found, ...change };
    this.#rows = this.#rows.map((row) => (row === found ? next : row));
    return next;
  }

  async remove(message: PendingMessage): Promise<void> {
    this.#rows = this.#rows.filter(({ message_id: id }) => id !== message.message_id);
  }

  #of(ownerId: string, conversationId: string): PendingMessage[] {
    const now = Math.floor(this.#now().getTime() / 1000);
    return this.#rows
      .filter((row) => row.owner_id === ownerId && row.conversation_id === conversationId && row.expires_at >= now)
      .toSorted((a, b) => a.position - b.position);
  }
}
