import * as z from 'zod';
import { freeText, line } from './text.ts';

const text = freeText(200_000);
const images = z.array(line(200_000)).max(100).nullish();

/** A message says something: it has a text or images. */
const Said = z
  .looseObject({ content: text, image_urls: images })
  .refine(({ content, image_urls }) => content !== '' || (image_urls?.length ?? 0) > 0);
const saysSomething = {
  anyOf: [
    { properties: { content: { type: 'string', minLength: 1 } } },
    { properties: { image_urls: { type: 'array', minItems: 1 } }, required: ['image_urls'] },
  ],
};

/** A message in the form of the legacy protocol, which carries it in `args`. */
export const LegacyAction = z.looseObject({ action: z.literal('message'), args: Said.meta(saysSomething) });

/** A message in the form of legacy events, which name their source. */
export const LegacySaying = Said.safeExtend({ source: z.literal('user') }).meta(saysSomething);

export const LegacyStateChange = z.looseObject({
  action: z.literal('change_agent_state'),
  args: z.looseObject({
    agent_state: z.enum(['running', 'paused', 'stopped', 'user_confirmed', 'user_rejected']),
  }),
});

const forms = z.union([LegacyAction, LegacySaying, LegacyStateChange]);

/** An event of the legacy protocol that a user may send; clients expect a 400 for any other. */
export const LegacyEvent = z
  .record(line(200), z.unknown())
  .refine((event) => forms.safeParse(event).success, {
    error: "Must be a message with content (action 'message' with args.content), or action 'change_agent_state'.",
    params: { code: 'malformed_request' },
  })
  .meta({
    id: 'LegacyEvent',
    override: ({ jsonSchema }) => {
      const { $schema: _, ...alternatives } = z.toJSONSchema(forms, { io: 'input' });
      Object.assign(jsonSchema, alternatives);
    },
  });
