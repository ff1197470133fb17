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

/** What came of a message to the agent. */
type Verdict =
  | { readonly kind: 'waiting'; readonly notYet: string }
  | { readonly kind: 'answered'; readonly answer: Frame; readonly question: Frame }
  | { readonly kind: 'failed'; readonly error: Frame; readonly question: Frame | undefined };

/** Errors that end a run. An AgentErrorEvent is none of them: the agent reads it and goes on. */
const errorKinds: readonly string[] = ['ConversationErrorEvent', 'ServerErrorEvent'];

/** With an action the model has answered too: it wants a tool to be used. */
const answerKinds: readonly string[] = ['MessageEvent', 'ActionEvent'];

/** Judges the events since the message was sent. */
export function judgeAnswer(frames: readonly Frame[], text: string): Verdict {
  const asked = frames.findIndex(
    (frame) => frame.kind === 'MessageEvent' && frame.source === 'user' && textOf(frame).includes(text),
  );
  const question = frames[asked];
  const error = frames.find(({ kind }) => errorKinds.includes(kind)) ?? frames.find(isErrorState);
  if (error) return { kind: 'failed', error, question };
  if (!question) return { kind: 'waiting', notYet: 'The agent did not confirm the message.' };
  const answer = frames.slice(asked).find(({ kind, source }) => source === 'agent' && answerKinds.includes(kind));
  if (!answer) return { kind: 'waiting', notYet: 'The agent confirmed the message and did not answer.' };
  return { kind: 'answered', answer, question };
}

/** The error event itself may have been lost; the state says that there was one. */
function isErrorState({ kind, key, value }: Frame): boolean {
  return kind === 'ConversationStateUpdateEvent' && key === 'execution_status' && value === 'error';
}

const LONGEST_DETAIL = 300;

/** The failure that an agent reported instead of an answer, with the setting that it most likely comes from. */
export function modelFailure({ code, detail }: Frame, model: string | null): string {
  const what = [code, detail?.replaceAll(/\s+/g, ' ').slice(0, LONGEST_DETAIL)].filter(Boolean).join(': ');
  const which = model === null ? 'No model is set' : `The model is ${model}`;
  return [
    `The agent reported an error instead of an answer: ${what || 'its run ended in an error'}.`,
    `${which}: set llmModel, and llmApiKeySecretArn to a secret that holds its key (docs/deploy.md), then deploy.`,
    'With --without-model this step passes.',
  ].join(' ');
}
