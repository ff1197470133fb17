import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import type { TargetRules } from '../../../platform/outbound/target.ts';
import { conversationBudgetOf } from '../calls/conversation-budget.ts';
import type { ModelCalls, ModelInterface, NewModelCall, OpenModelCall } from '../calls/model-call.ts';
import type { AuthenticateModelKey, ModelCaller } from '../keys/model-caller.ts';
import { type RelayedAnswer, relay } from '../relay/relay.ts';
import type { RelayLimits } from '../relay/time-limits.ts';
import { forwardedHeaders } from '../relay/upstream.ts';
import { interfaces, providerRequest } from '../requests/provider-request.ts';
import { keyMissing } from '../upstream/missing-key.ts';
import type { BrokeredRoute, ModelRoute } from '../upstream/route.ts';
import type { BudgetWaits, Waiting } from '../waits/budget-waits.ts';

/** The model of a conversation at the time of a request. */
export interface CalledModel {
  readonly route: ModelRoute;
  /** See `NewModelCall`. */
  readonly model: string;
  readonly profile: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether its provider needs a key, and the model has none. */
  readonly lacksKey?: boolean;
  /** All secrets of the model, with the provider's key. */
  readonly secrets: readonly string[];
}

export interface BrokerDeps {
  readonly authenticate: AuthenticateModelKey;
  readonly modelOf: (caller: ModelCaller) => Promise<CalledModel>;
  readonly calls: ModelCalls;
  readonly waits: BudgetWaits;
  readonly targets: TargetRules;
  readonly limits: RelayLimits;
}

/** A request of an agent. */
export interface AgentRequest {
  readonly kind: ModelInterface;
  readonly body: Readonly<Record<string, unknown>>;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Milliseconds until the function ends. */
  readonly timeLeft: () => number;
  /** The body of a failure, in the format of the interface. */
  readonly failureBody: (error: AppError) => object;
  /** URL of the console, where people save keys; undefined without one. */
  readonly consoleUrl?: string | undefined;
}

/** Time to record the end of a call, in milliseconds. */
const RESERVE_MS = 15_000;

/**
 * Calls the current model of a conversation for its agent.
 *
 * @throws AppError `model_not_brokered`, `model_interface_missing`, `model_key_missing`, `malformed_request`, those of
 * `ModelCalls`, and `bad_gateway` or `gateway_timeout` until the answer begins
 */
export async function callModel(caller: ModelCaller, asked: AgentRequest, deps: BrokerDeps): Promise<RelayedAnswer> {
  const { conversation, sandbox } = caller;
  const { route, secrets, lacksKey = false, ...model } = await deps.modelOf(caller);
  const isOutdated = route.kind !== 'direct' && route.family !== interfaces[asked.kind].family;
  if (isOutdated) await orLogged(deps.waits.noteOutdated(conversation), conversation);
  requireInterface(asked.kind, route);
  if (lacksKey) throw keyMissing(model.model, asked.consoleUrl);
  const request = providerRequest(asked.kind, asked.body, route);
  const { text, isStreamed, hidesUsage, ...most } = request;
  const open = await opened(conversation, deps, {
    ownerId: sandbox.owner_id,
    sandboxId: sandbox.sandbox_id,
    specId: sandbox.spec_id,
    conversationId: conversation.conversation_id,
    conversationBudget: conversationBudgetOf(caller),
    payer: sandbox,
    interface: asked.kind,
    ...model,
    ...most,
  });
  const upstream = { route, path: interfaces[asked.kind].path, headers: forwardedHeaders(asked.headers), text };
  const total = Math.min(deps.limits.total, Math.max(1, asked.timeLeft() - RESERVE_MS));
  return relay(
    { open, kind: asked.kind, request: upstream, secrets, isStreamed, hidesUsage, failureBody: asked.failureBody },
    { ...deps, limits: { ...deps.limits, total } },
  );
}

/** Admits a call. The conversation waits from a refusal at a budget to the next admission. */
async function opened(conversation: Waiting, { calls, waits }: BrokerDeps, call: NewModelCall): Promise<OpenModelCall> {
  let open: OpenModelCall;
  try {
    open = await calls.open(call);
  } catch (error) {
    const isAtBudget = error instanceof AppError && error.code === 'quota_exceeded';
    if (isAtBudget) await orLogged(waits.begin(conversation), conversation);
    throw error;
  }
  if (conversation.waits_for) await orLogged(waits.end(conversation), conversation);
  return open;
}

/** A failure must change neither the answer nor the charge: the next request writes again. */
async function orLogged(write: Promise<void>, { owner_id, conversation_id }: Waiting): Promise<void> {
  try {
    await write;
  } catch (error) {
    log.warn('what a conversation waits for was not stored', { owner_id, conversation_id, error });
  }
}

const names = { openai: 'OpenAI', anthropic: 'Anthropic' } as const;

/** @throws AppError that the agent's library does not repeat */
function requireInterface(kind: ModelInterface, route: ModelRoute): asserts route is BrokeredRoute {
  if (route.kind === 'direct')
    throw new AppError(
      'model_not_brokered',
      `The model of this conversation does not go through the model broker: ${route.reason}.`,
    );
  const { family } = interfaces[kind];
  if (route.family === family) return;
  throw new AppError(
    'model_interface_missing',
    `The model of this conversation has the interface of ${names[route.family]}, and not that of ${names[family]}.`,
  );
}
