import { getOpenapi as endpoint } from '../../shared/contract/service/service.ts';
import { committedDocument } from '../../shared/domain/service/committed-document.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnv } from '../../shared/platform/env.ts';

interface Deps {
  /** The public URL of the API, without a trailing slash. */
  readonly publicBaseUrl: string;
}

/** The committed document, generated from the contract, with the address of this deployment. */
export const getOpenapi = implement(endpoint, async (_input, { publicBaseUrl }: Deps) => ({
  ...committedDocument,
  servers: [{ url: publicBaseUrl }],
}));

export const handler = serve(getOpenapi, () => ({ publicBaseUrl: requireEnv('PUBLIC_BASE_URL') }));
