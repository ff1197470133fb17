import * as z from 'zod';
import { ProviderType } from '../../../contract/shapes/enums.ts';
import { Sealed } from '../../../platform/vault/vault.ts';

const common = {
  owner_id: z.string(),
  sealed: Sealed,
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
};

/** A secret that an owner gave a name: agents find it under that name in their environment. */
export const CustomSecret = z.object({ ...common, name: z.string(), description: z.string().nullable() });
export type CustomSecret = z.infer<typeof CustomSecret>;

/** An owner's token of one git provider. Without a host it is for the provider's public one. */
export const GitProviderToken = z.object({ ...common, provider: ProviderType, host: z.string().nullable() });
export type GitProviderToken = z.infer<typeof GitProviderToken>;

/** The seal purpose of owners' secrets: a seal of another purpose does not open in their place. */
export const CUSTOM_PURPOSE = 'custom_secret';
export function gitPurpose(provider: GitProviderToken['provider']): string {
  return `git_token/${provider}`;
}

/** How many secrets one owner may keep: an agent is given all of them at its start. */
export const MAX_CUSTOM_SECRETS = 100;
