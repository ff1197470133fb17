import { textIn } from '../../ui/forms.ts';

/** The URL as the form changes it: removed, replaced, or kept. */
export function slackIn(fields: FormData): { readonly slack_url?: string | null } {
  if (fields.get('slack_remove') !== null) return { slack_url: null };
  const url = textIn(fields, 'slack');
  return url === '' ? {} : { slack_url: url };
}
