import { UserError } from './user-error.ts';

/** The agents that a person can choose for conversations that name no spec. */
const choices = ['openhands', 'reference'] as const;
export type AgentChoice = (typeof choices)[number];

/** @throws UserError for an unknown agent */
export function agentOption(text: string | undefined): AgentChoice | undefined {
  const choice = choices.find((known) => known === text);
  if (text === undefined || choice) return choice;
  throw new UserError(`There is no agent '${text}'. --agent takes ${choices.join(' or ')}.`);
}
