import type { Answer } from '../../support/service/api.ts';

/** @throws for an answer that is a refusal */
export async function fine(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status >= 400) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}
