import * as z from 'zod';
import { ProviderType } from '../contract/enums.ts';
import { requireEnv } from '../env.ts';

/** How a deployment presents itself to web clients; the deployment's settings say it. */
const Presentation = z.object({
  app_mode: z.enum(['oss', 'saas']),
  auth_url: z.string().nullable(),
  providers_configured: z.array(ProviderType),
  hide_llm_settings: z.boolean(),
});
export type Presentation = z.infer<typeof Presentation>;

/** @throws when the variable is missing or holds something else. */
export function presentation(): Presentation {
  return Presentation.parse(JSON.parse(requireEnv('WEB_CLIENT')));
}
