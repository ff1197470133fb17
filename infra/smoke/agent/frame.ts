import * as z from 'zod';

const Content = z.looseObject({ text: z.string().optional() });

/** The members of an agent's event that the run reads. */
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

/** @returns undefined if the text is not an event */
export function frameIn(text: string): Frame | undefined {
  try {
    return Frame.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON: ignored, as newer agent servers may send other frames.
    return undefined;
  }
}

export function textOf({ llm_message: message }: Frame): string {
  return (message?.content ?? []).map(({ text = '' }) => text).join('\n');
}

/** The outcome of a message to the agent. */
type Verdict =
  | { readonly kind: 'waiting'; readonly notYet: string }
  | { readonly kind: 'answered'; readonly answer: Frame; readonly question: Frame }
  | { readonly kind: 'failed'; readonly error: Frame; readonly question: Frame | undefined };

/** Errors that end a run. After an AgentErrorEvent, the agent continues. */
const errorKinds: readonly string[] = ['ConversationErrorEvent', 'ServerErrorEvent'];

/** An action counts as an answer of the model too. */
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

/** The state shows an error even if the error event was lost. */
function isErrorState({ kind, key, value }: Frame): boolean {
  return kind === 'ConversationStateUpdateEvent' && key === 'execution_status' && value === 'error';
}

const LONGEST_DETAIL = 300;

/** The error that an agent reported instead of an answer, with the settings that most likely cause it. */
export function modelFailure({ code, detail }: Frame, model: string | null): string {
  const what = [code, detail?.replaceAll(/\s+/g, ' ').slice(0, LONGEST_DETAIL)].filter(Boolean).join(': ');
  const which = model === null ? 'No model is set' : `The model is ${model}`;
  return [
    `The agent reported an error instead of an answer: ${what || 'its run ended in an error'}.`,
    `${which}. Set llmModel, and llmApiKeySecretArn to a secret with its key (docs/deploy.md), then deploy.`,
    'With --without-model, this step passes.',
  ].join(' ');
}
