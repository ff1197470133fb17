import * as z from 'zod';

const Content = z.looseObject({ text: z.string().optional() });

/** An event as the agent pushes it, as far as the run looks at it. */
const Frame = z.looseObject({
  id: z.string(),
  kind: z.string(),
  source: z.string().optional(),
  key: z.string().optional(),
  value: z.unknown().optional(),
  code: z.string().nullish(),
  detail: z.string().nullish(),
  llm_message: z.looseObject({ content: z.array(Content) }).optional(),
});
export type Frame = z.infer<typeof Frame>;

/** @returns undefined for what is no event */
export function frameIn(text: string): Frame | undefined {
  try {
    return Frame.safeParse(JSON.parse(text)).data;
  } catch {
    // Not even JSON: a newer agent server may send what this program does not know.
    return undefined;
  }
}

export function textOf({ llm_message: message }: Frame): string {
  return (message?.content ?? []).map(({ text = '' }) => text).join('\n');
}
