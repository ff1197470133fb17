import * as z from 'zod';
import { sandboxStatus } from './enums.ts';
import { nullable, sentence } from './forms.ts';

export const messageSent = z.strictObject({
  success: z.boolean(),
  sandbox_status: sandboxStatus,
  message: nullable.text,
});

export const messageQueued = z.strictObject({
  id: sentence,
  queued: z.literal(true),
  position: z.int().min(1).max(10),
});

export const skills = z.strictObject({
  skills: z.array(
    z.strictObject({
      name: sentence,
      type: z.enum(['repo', 'knowledge', 'agentskills']),
      content: z.string(),
      triggers: z.array(z.string()),
    }),
  ),
});

export const hooks = z.strictObject({
  hooks: z.array(
    z.strictObject({
      event_type: sentence,
      matchers: z.array(
        z.strictObject({
          matcher: z.string(),
          hooks: z.array(
            z.strictObject({
              type: z.string(),
              command: nullable.text,
              timeout: z.number().nullable(),
              async: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  ),
});

export const conversationConfig = z.strictObject({ runtime_id: nullable.text, session_id: nullable.text });
export const vscodeUrl = z.strictObject({ vscode_url: z.url().nullable(), error: sentence.nullable() });
export const webHosts = z.strictObject({ hosts: z.record(z.string(), z.int()) });

export const microagents = z.strictObject({
  microagents: z.array(z.looseObject({ name: sentence, type: z.enum(['repo', 'knowledge']), content: z.string() })),
});

export const gitDiff = z.strictObject({ modified: nullable.text, original: nullable.text });
export const gitChange = z.strictObject({ status: sentence, path: sentence });
