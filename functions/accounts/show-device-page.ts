import { showDevicePage as endpoint } from '../../shared/contract/accounts/device.ts';
import { page, pageBefore } from '../../shared/domain/accounts/device/page.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

export const showDevicePage = implement(endpoint, async ({ request: { consoleUrl } }) =>
  consoleUrl === undefined ? page : pageBefore(consoleUrl),
);

export const handler = serve(showDevicePage, () => ({}));
