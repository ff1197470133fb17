import * as z from 'zod';
import { Problem } from './problem.ts';

const ofProblem = Problem.omit({ type: true, error: true });

/** A problem in the format of OpenAI's errors. */
export const OpenAiProblem = ofProblem
  .extend({
    type: Problem.shape.type,
    error: z.object({ message: z.string(), type: z.string(), param: z.null(), code: z.string() }),
  })
  .meta({ id: 'OpenAiProblem' });

/** A problem in the format of Anthropic's errors, whose `type` it has. */
export const AnthropicProblem = ofProblem
  .extend({ type: z.literal('error'), error: z.object({ type: z.string(), message: z.string() }) })
  .meta({ id: 'AnthropicProblem' });
