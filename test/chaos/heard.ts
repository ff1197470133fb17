import { askAgent } from '../support/service/conversations.ts';

export interface Heard {
  readonly missing: readonly string[];
  readonly inOrder: boolean;
}

/** Compares the messages that an agent has with those that were confirmed. */
export async function heardAt(
  reached: { readonly url: string; readonly sessionKey: string },
  confirmed: readonly string[],
): Promise<Heard> {
  const answer = await askAgent(reached, '/events/search?kind=MessageEvent&source=user&limit=100');
  const texts: string[] = answer.body.items.map(
    ({ llm_message: { content } }: { llm_message: { content: { text: string }[] } }) => content[0]?.text ?? '',
  );
  const missing = confirmed.filter((text) => !texts.includes(text));
  const found = texts.filter((text) => confirmed.includes(text));
  return { missing, inOrder: found.join('\n') === confirmed.filter((text) => texts.includes(text)).join('\n') };
}
