import * as z from 'zod';
import { ImageUrls } from './pictures.ts';
import { freeText, line } from './text.ts';

const text = freeText(200_000);
const images = ImageUrls.nullish();

/** A message with a text or images. */
const Message = z
  .looseObject({ content: text, image_urls: images })
  .refine(({ content, image_urls }) => content !== '' || (image_urls?.length ?? 0) > 0);
const notEmpty: z.GlobalMeta = {
  anyOf: [
    { type: 'object', properties: { content: { type: 'string', minLength: 1 } } },
    {
      type: 'object',
      properties: { image_urls: { type: 'array', items: {}, minItems: 1 } },
      required: ['image_urls'],
    },
  ],
};

/** A message as a legacy action. */
export const LegacyAction = z
  .looseObject({ action: z.literal('message'), args: Message.meta(notEmpty) })
  .meta({ id: 'LegacyMessageAction' });

/** A message as a legacy event of the user. */
export const LegacyMessage = Message.safeExtend({ source: z.literal('user') }).meta({
  id: 'LegacyUserMessage',
  ...notEmpty,
});

export const LegacyStateChange = z
  .looseObject({
    action: z.literal('change_agent_state'),
    args: z.looseObject({
      agent_state: z.enum(['running', 'paused', 'stopped', 'user_confirmed', 'user_rejected']),
    }),
  })
  .meta({ id: 'LegacyStateAction' });

/** The forms, which the document has as components: generators of clients lose nested ones. */
export const legacyForms = {
  LegacyMessageAction: LegacyAction,
  LegacyUserMessage: LegacyMessage,
  LegacyStateAction: LegacyStateChange,
};

const forms = z.union([LegacyAction, LegacyMessage, LegacyStateChange]);

/** A legacy event that a user can send. Clients expect status 400 for others. */
export const LegacyEvent = z
  .record(line(200), z.unknown())
  .refine((event) => forms.safeParse(event).success, {
    error: "Must be a message with content (action 'message' with args.content), or action 'change_agent_state'.",
    params: { code: 'malformed_request' },
  })
  .meta({
    id: 'LegacyEvent',
    override: ({ jsonSchema }) =>
      Object.assign(jsonSchema, {
        anyOf: Object.keys(legacyForms).map((name) => ({ $ref: `#/components/schemas/${name}` })),
      }),
  });
