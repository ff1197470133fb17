import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../../../platform/aws/get-item.ts';
import { isDamaged } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { lostParts } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import { CallAdmission, type CallAdmissionDeps, CONFLICT_TRIES } from './call-admission.ts';
import {
  AlreadyClosedError,
  accountClosed,
  type CallTables,
  closedPart,
  conversationClosed,
  ledgerPart,
  placesLeft,
} from './call-parts.ts';
import { resultOf } from './call-result.ts';
import type { ModelCallEnd, ModelCalls, NewModelCall, OpenModelCall } from './model-call.ts';
import { type ModelCallRow, readModelCall } from './model-call-row.ts';

/** How long ended calls are kept, in seconds. */
const KEPT_SECONDS = 90 * 86_400;

/** Ends calls of models: their rows, counts, budgets and ledger entries in one transaction. */
export class DynamoModelCallEnds extends TableStore<CallTables> implements Pick<ModelCalls, 'close'> {
  async close({ ownerId, callId }: Pick<OpenModelCall, 'ownerId' | 'callId'>, end: ModelCallEnd): Promise<void> {
    const item = await getItem(this.documents, this.tables.modelCalls, { owner_id: ownerId, call_id: callId });
    const row = item && readModelCall(item);
    if (row?.status !== 'open' || isDamaged(row)) return;
    try {
      await this.#write(row, end);
    } catch (error) {
      if (!(error instanceof AlreadyClosedError)) throw error;
    }
  }

  /** @throws AlreadyClosedError when another close was first */
  async #write(row: ModelCallRow, end: ModelCallEnd): Promise<void> {
    const now = this.now();
    const result = resultOf(row, end);
    const closed: ModelCallRow = {
      ...row,
      status: result.status,
      ended_at: timestamp(now),
      http_status: end.status,
      input_tokens: result.tokens?.input ?? null,
      cache_read_tokens: result.tokens?.cacheRead ?? null,
      cache_write_tokens: result.tokens?.cacheWrite ?? null,
      output_tokens: result.tokens?.output ?? null,
      cost: result.cost,
      is_estimate: result.isEstimate,
    };
    const [lost] = await lostParts(
      this.documents,
      [
        closedPart(this.tables, closed, Math.floor(now.getTime() / 1000) + KEPT_SECONDS),
        conversationClosed(this.tables, closed),
        ...placesLeft(this.tables, closed),
        ...accountClosed(this.tables, closed),
        ...ledgerPart(this.tables, closed, result, now),
      ],
      CONFLICT_TRIES,
    );
    if (lost) throw lost.lost();
  }
}

/** Calls of models, with the counts and the ledger entries in the transactions of their rows. */
export class DynamoModelCalls extends DynamoModelCallEnds implements ModelCalls {
  readonly #admission: CallAdmission;

  constructor(documents: DynamoDBDocumentClient, tables: CallTables, deps: CallAdmissionDeps) {
    super(documents, tables, deps.now);
    this.#admission = new CallAdmission(documents, tables, deps);
  }

  async open(call: NewModelCall): Promise<OpenModelCall> {
    const row = await this.#admission.admit(call);
    return { ownerId: row.owner_id, callId: row.call_id, endsBy: new Date(row.ends_at) };
  }
}
