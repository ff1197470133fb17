import { committedDocument } from '../../shared/api-docs/committed-document.ts';
import { getOpenapi as endpoint } from '../../shared/contract/service.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';

/** The committed document, generated from the contract, with the address under which it was asked for. */
export const getOpenapi = implement(endpoint, async ({ request }) => ({
  ...committedDocument,
  servers: [{ url: request.baseUrl }],
}));

export const handler = serve(getOpenapi, () => ({}));
