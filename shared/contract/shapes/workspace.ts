import * as z from 'zod';
import { SkillType } from './enums.ts';

export const MOST_FILES = 5_000;

export const GitChange = z
  .object({ status: z.enum(['MOVED', 'ADDED', 'DELETED', 'UPDATED']), path: z.string() })
  .meta({ id: 'GitChange' });

export const GitDiff = z
  .object({ modified: z.string().nullable(), original: z.string().nullable() })
  .meta({ id: 'GitDiff' });

export const Skill = z
  .object({
    name: z.string(),
    type: SkillType,
    content: z.string(),
    triggers: z.array(z.string()),
  })
  .meta({ id: 'Skill' });

const Hook = z.object({
  type: z.string(),
  command: z.string().nullable(),
  timeout: z.number().nullable(),
  async: z.boolean(),
});

export const HookEvent = z
  .object({
    event_type: z.string(),
    matchers: z.array(z.object({ matcher: z.string(), hooks: z.array(Hook) })),
  })
  .meta({ id: 'HookEvent' });

/** A path in the sandbox's workspace. The agent refuses links that lead out of it. */
export const WorkspaceFile = z
  .string()
  .max(4096)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses them, and OpenAPI shows the pattern.
  .regex(/^\/workspace(?:\/(?!\.\.(?:\/|$))[^/\u0000-\u001f\u007f-\u009f]*)*$/, {
    error: "Must be a path below /workspace, without '..' and without control characters.",
  });
