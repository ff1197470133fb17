import { type Frame, textOf } from './frame.ts';

/** What came of a message to the agent. */
export type Verdict =
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
