import { showDevicePage as endpoint } from '../../shared/contract/device.ts';
import { page } from '../../shared/device/page.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';

export const showDevicePage = implement(endpoint, async () => page);

export const handler = serve(showDevicePage, () => ({}));
