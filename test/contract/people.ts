import * as z from 'zod';
import { nullable, sentence } from './forms.ts';

/** A field of settings under the name of a secret: null or asterisks. */
const masked = z.string().regex(/^\*+$/, 'is not masked').nullable();

/** The settings of an owner. Clients read these; there may be more. */
const settingsFields = {
  llm_model: nullable.text,
  llm_base_url: nullable.text,
  llm_api_key: masked.optional(),
  llm_api_key_set: z.boolean(),
};

export const settings = z.looseObject(settingsFields);

export const legacySettings = z.looseObject({
  ...settingsFields,
  agent: nullable.text,
  language: nullable.text,
  confirmation_mode: z.boolean().nullable(),
  security_analyzer: nullable.text,
  search_api_key_set: z.boolean(),
  provider_tokens_set: z.record(z.string(), z.unknown()),
  user_consents_to_analytics: z.boolean().nullable(),
  mcp_config: z.unknown(),
  email: nullable.text.optional(),
});

export const userInfo = z.looseObject({ ...settingsFields, id: sentence });

export const secretEntry = z.strictObject({ name: sentence, description: nullable.text });

export const secretPage = z.strictObject({ items: z.array(secretEntry).max(100), next_page_id: nullable.text });

export const sandboxSecrets = z.strictObject({ secrets: z.array(secretEntry) });

export const currentKey = z.strictObject({
  id: z.union([z.int(), sentence]),
  name: nullable.text,
  org_id: nullable.text,
  bound_org_id: nullable.text,
  user_id: sentence,
  auth_type: sentence,
  scopes: z.array(sentence).min(1),
});

export const gitUser = z.strictObject({
  id: sentence,
  login: sentence,
  avatar_url: z.string(),
  company: nullable.text,
  name: nullable.text,
  email: nullable.text,
});

export const organizations = z.strictObject({
  items: z.array(z.looseObject({ id: sentence, name: sentence, is_personal: z.boolean() })),
  next_page_id: nullable.text,
  current_org_id: nullable.text,
});

export const organizationMember = z.looseObject({
  org_id: sentence,
  user_id: sentence,
  role: sentence,
  permissions: z.array(sentence),
});

const shownModel = z.looseObject({ model: sentence, api_key: z.null() });
export const organizationProfile = z.strictObject({ name: sentence, llm: shownModel, api_key_set: z.boolean() });
export const organizationProfileActivated = z.strictObject({ name: sentence, message: sentence, llm: shownModel });
