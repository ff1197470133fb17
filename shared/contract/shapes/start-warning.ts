import * as z from 'zod';

/** A start that succeeded without something that its project or its owner asked for. */
export const StartWarning = z
  .object({
    code: z.string().meta({ description: 'What went wrong, for programs, such as `setup_script_failed`.' }),
    message: z.string().meta({ description: 'What went wrong and what to do, for people.' }),
    detail: z.string().nullable().meta({
      description: 'The last output of the program that failed, without secrets. Null if it printed nothing.',
    }),
  })
  .meta({ id: 'StartWarning' });
export type StartWarning = z.infer<typeof StartWarning>;
