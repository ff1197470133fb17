import type { ModelInterface } from '../../../contract/shapes/enums.ts';
import type { Payer } from '../../billing/budgets/account.ts';
import type { ModelTokens } from '../prices/model-tokens.ts';

export type { ModelInterface, ModelTokens };

/** A request to a model, before it is sent. */
export interface NewModelCall {
  readonly ownerId: string;
  readonly sandboxId: string;
  /** The spec of the sandbox, for the ledger. */
  readonly specId: string;
  readonly conversationId: string;
  /** What the models of the conversation can cost in all, in US dollars; null or 0 for no limit. */
  readonly conversationBudget: number | null;
  /** The key and the member who pay for the sandbox. */
  readonly payer: Payer;
  readonly interface: ModelInterface;
  /** In the form of the owner's settings, such as `anthropic/claude-sonnet-4-5`. */
  readonly model: string;
  /** The name of the model profile; null for the model of the settings. */
  readonly profile: string | null;
  /** The options of the owner's model, which can contain its prices. */
  readonly options: Readonly<Record<string, unknown>>;
  /** No request can be longer; null if what it refers to is stored by the provider. */
  readonly inputTokensAtMost: number | null;
  /** What the request allows, for all of its answers together; null if it sets no limit. */
  readonly outputTokensAtMost: number | null;
  /** How many answers it asks for. 1 by default; `outputTokensAtMost` has them already. */
  readonly answers?: number;
  /** How often the model reads the input at most. 1 by default. */
  readonly passes?: number;
  /** Whether the provider keeps parts in its cache for an hour, for which writing costs more. */
  readonly hasLongCache?: boolean;
}

/** A call that was admitted, and is in progress. */
export interface OpenModelCall {
  readonly ownerId: string;
  /** Increases with time. */
  readonly callId: string;
  /** The time limit of this call, after which it is closed at its largest cost. */
  readonly endsBy: Date;
}

/** The result of a call. */
export interface ModelCallEnd {
  /** The status of the provider's response; null without one. */
  readonly status: number | null;
  /**
   * Null if the provider reported none. A call that may have produced output then costs its largest possible amount;
   * one that was refused (`status` 400 or more, except when a gateway gave up: 504, 524) or never sent costs nothing.
   */
  readonly tokens: ModelTokens | null;
  /** Whether the request reached the provider, as far as the service knows. */
  readonly wasSent: boolean;
  /** Whether the agent disconnected before the end. */
  readonly wasAbandoned: boolean;
}

/** Admits, records and charges calls. */
export interface ModelCalls {
  /**
   * Reserves the largest possible cost of a call, and a place among the concurrent ones of its sandbox and owner. A
   * call whose largest cost exceeds the rest of a budget is admitted if no other call of this budget is in progress.
   *
   * @throws AppError `quota_exceeded` at a budget, `concurrency_limit_exceeded` at a limit of concurrent calls,
   * `owner_suspended`, or `model_price_unknown` for a model without a price while a budget applies
   */
  open(call: NewModelCall): Promise<OpenModelCall>;
  /** Records the result, and gives back the rest of the reservation. A repeated close changes nothing. */
  close(call: OpenModelCall, end: ModelCallEnd): Promise<void>;
}
