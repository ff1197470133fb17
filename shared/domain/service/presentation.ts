import * as z from 'zod';
import { AppMode, ProviderType } from '../../contract/shapes/enums.ts';
import { requireEnv } from '../../platform/env.ts';

/** The configuration of web clients, from the deployment's settings. */
const Presentation = z.object({
  app_mode: AppMode,
  auth_url: z.string().nullable(),
  providers_configured: z.array(ProviderType),
  hide_llm_settings: z.boolean(),
});
export type Presentation = z.infer<typeof Presentation>;

/** @throws when the variable is missing or invalid */
export function presentation(): Presentation {
  return Presentation.parse(JSON.parse(requireEnv('WEB_CLIENT')));
}
