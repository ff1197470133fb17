import * as z from 'zod';
import { SendMessageRequest } from '../../../contract/shapes/start-request.ts';

/** The parts of a user's message. */
export type MessageContent = z.output<typeof SendMessageRequest>['content'];

/** The content of a message without its metadata. */
export function essence(content: MessageContent): string {
  return JSON.stringify(content.map((part) => (part.type === 'text' ? part.text : part.image_urls)));
}

/** The content of a message among the events of an agent, whose format is not trusted. */
export const EventMessage = /* @__PURE__ */ z.object({ content: /* @__PURE__ */ z.array(z.looseObject({})) });

/** The content of an agent's event. */
export function contentOf({ content }: z.infer<typeof EventMessage>): MessageContent {
  return SendMessageRequest.shape.content.unwrap().safeParse(content.map(known)).data ?? [];
}

/** The known fields of a part. Agents add others. */
function known({ type, text, image_urls: urls }: Record<string, unknown>): Record<string, unknown> {
  return type === 'image' ? { type, image_urls: urls } : { type, text };
}
