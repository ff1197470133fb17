import {
  type NewPendingMessage,
  type PendingMessage,
  type PendingMessages,
  positionAfter,
} from '../../../../shared/domain/conversations/messages/pending-messages.ts';
import type { Part } from '../../../../shared/platform/aws/transact.ts';
import type { Clock } from '../../../../shared/platform/clock.ts';
import { retryLostRaces, VersionConflictError } from '../../../../shared/platform/errors.ts';
import { checkParts, writeParts } from '../../platform/memory-parts.ts';

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
      const { before: known } = positionAfter(conversationId, this.#of(ownerId, conversationId));
      const first = await claim(known + 1);
      const { position, before } = positionAfter(conversationId, this.#of(ownerId, conversationId));
      checkParts(first);
      writeParts(first);
      const row = { ...message, owner_id: ownerId, conversation_id: conversationId, position };
      this.#rows = [...this.#rows, row];
      return before + 1;
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
    return this.#rows.filter(
      (row) => row.owner_id === ownerId && row.conversation_id === conversationId && row.expires_at >= now,
    );
  }
}
