import { openInvitation as endpoint } from '../../shared/contract/accounts/invitations.ts';
import { invitationPage } from '../../shared/domain/accounts/invitations/invitation-page.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

/** The token never becomes part of the page: its script takes it from the URL. */
export const openInvitation = implement(endpoint, async ({ request }) => invitationPage(request.consoleUrl));

export const handler = serve(openInvitation, () => ({}));
