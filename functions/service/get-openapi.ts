import { getOpenapi as endpoint } from '../../shared/contract/service.ts';
import { committedDocument } from '../../shared/domain/service/reference/committed-document.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

/** The committed document, generated from the contract, with the address under which it was asked for. */
export const getOpenapi = implement(endpoint, async ({ request }) => ({
  ...committedDocument,
  servers: [{ url: request.baseUrl }],
}));

export const handler = serve(getOpenapi, () => ({}));
