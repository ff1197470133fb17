import * as z from 'zod';

/** What is known of a user's message. */
export const MessageState = z.enum(['queued', 'handed_over', 'delivered', 'not_delivered']).meta({
  id: 'MessageState',
  description:
    '`queued`: the service keeps it until the agent can take it. `handed_over`: it was sent to the agent, which has not confirmed it yet, for example because a tool is running. `delivered`: the agent has it. `not_delivered`: the agent does not have it, and the service does not send it again.',
});
