import * as z from 'zod';

/** The interface of a model provider that a request uses. */
export const ModelInterface = /* @__PURE__ */ z.enum(['chat_completions', 'responses', 'embeddings', 'messages']);

/** The state of a call of a model. */
export const ModelCallStatus = /* @__PURE__ */ z.enum(['open', 'succeeded', 'failed', 'abandoned', 'expired']).meta({
  id: 'ModelCallStatus',
  description:
    'open: in progress. succeeded. failed: the provider refused it or could not be reached. abandoned: the agent disconnected before the end. expired: it never ended, and was closed at its largest possible cost.',
});
