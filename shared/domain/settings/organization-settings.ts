import type * as z from 'zod';
import type { Settings } from '../../contract/shapes/settings.ts';

type View = z.input<typeof Settings>;

/** The settings of an owner as the defaults of an organization. */
export function organizationSettingsView(view: View) {
  const { agent_settings, conversation_settings, llm_api_key_set, search_api_key } = view;
  return { agent_settings, conversation_settings, llm_api_key_set, search_api_key };
}

/** The settings of an owner as those of an app for an organization. @param updatedAt empty if they never changed */
export function organizationAppView(
  view: Pick<View, 'enable_proactive_conversation_starters' | 'max_budget_per_task'>,
  updatedAt: string,
) {
  return {
    enable_proactive_conversation_starters: view.enable_proactive_conversation_starters,
    max_budget_per_task: view.max_budget_per_task,
    registered_marketplaces: [],
    updated_at: updatedAt === '' ? null : updatedAt,
  };
}

type UserView = Pick<
  View,
  'language' | 'user_consents_to_analytics' | 'enable_sound_notifications' | 'git_user_name' | 'git_user_email'
>;

/** The settings of an owner as those of an app for a user. */
export function userAppView(view: UserView) {
  const { language, user_consents_to_analytics, enable_sound_notifications, git_user_name, git_user_email } = view;
  return {
    ...{ language, user_consents_to_analytics, enable_sound_notifications, git_user_name, git_user_email },
    git_full_clone: null,
  };
}

/** The settings of an owner in the details of its organization. */
export function organizationDetails(view: View) {
  const { agent_settings, conversation_settings, max_budget_per_task, remote_runtime_resource_factor } = view;
  const { enable_proactive_conversation_starters, v1_enabled } = view;
  return {
    ...{ agent_settings, conversation_settings, max_budget_per_task, remote_runtime_resource_factor },
    ...{ enable_proactive_conversation_starters, v1_enabled },
    sandbox_base_container_image: view.sandbox_base_container_image,
    sandbox_runtime_container_image: view.sandbox_runtime_container_image,
    search_api_key: null,
    sandbox_api_key: null,
    conversation_expiration: null,
    billing_margin: null,
  };
}
