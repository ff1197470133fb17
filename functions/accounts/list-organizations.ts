import { listOrganizations as endpoint } from '../../shared/contract/accounts/users.ts';
import { organizationOf } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

export const listOrganizations = implement(endpoint, async ({ caller: { ownerId } }) => {
  const id = organizationOf(ownerId);
  const own = { id, name: ownerId, contact_name: ownerId, contact_email: '', is_personal: true, credits: null };
  return { items: [own], next_page_id: null, current_org_id: id };
});

export const handler = serve(listOrganizations, () => ({}));
