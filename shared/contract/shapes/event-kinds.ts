import * as z from 'zod';

const EventKind = z
  .enum([
    'ServerErrorEvent',
    'ACPToolCallEvent',
    'Condensation',
    'CondensationRequest',
    'CondensationSummaryEvent',
    'ConversationErrorEvent',
    'ConversationStateUpdateEvent',
    'HookExecutionEvent',
    'LLMCompletionLogEvent',
    'ActionEvent',
    'MessageEvent',
    'AgentErrorEvent',
    'ObservationEvent',
    'UserRejectObservation',
    'SystemPromptEvent',
    'StreamingDeltaEvent',
    'TokenEvent',
    'InterruptEvent',
    'PauseEvent',
  ])
  .meta({ id: 'EventKind' });

const known: ReadonlySet<string> = new Set(EventKind.options);

export function isKnownKind(kind: string): boolean {
  return known.has(kind);
}
