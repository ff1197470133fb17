import * as z from 'zod';
import { GitChange, GitDiff } from '../../../contract/shapes/workspace.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { accepted, askAgent, call, parsed } from '../../conversations/agent/ask-agent.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';

interface Place {
  readonly path: string;
  readonly ref?: string | undefined;
}

/** The changes in a repository of the sandbox; empty without a repository. */
export async function gitChanges(agent: Agent, { path, ref }: Place) {
  return parsed(z.array(GitChange), await askAgent(agent, { path: '/api/git/changes', query: { path, ref } }));
}

/** A file of a repository before and after its change. @throws AppError `not_found` without the file; as `askAgent` */
export async function gitDiff(agent: Agent, { path, ref }: Place) {
  const answer = await call(agent, { path: '/api/git/diff', query: { path, ref } });
  if (answer.status === 400 && NO_FILE.test(answer.text))
    throw new AppError('not_found', `there is no file ${path} in the sandbox`);
  return parsed(GitDiff, accepted(answer, agent));
}

/** Agent servers refuse a missing file like a wrong parameter: only their words tell them apart. */
const NO_FILE = /File does not exist|Cannot access file/;
