import { inject } from 'vitest';
import { useService } from './owners.ts';
import type { ServiceAddress } from './service-address.ts';

// Starts the service of the worker before each test file.
const response = await fetch(`${inject('launcher')}/${process.env.VITEST_POOL_ID}`);
if (!response.ok) throw new Error(`The service did not start: ${await response.text()}`);
useService((await response.json()) as ServiceAddress);
