import { expect, it } from 'vitest';
import { localSandboxAddress } from '../../../../../infra/local/cloud/sandbox-edge.ts';

it.each([
  ['https://d1.cloudfront.net/{label}', false, 'http://127.0.0.1:3001/{label}'],
  ['https://d1.cloudfront.net/{label}', true, 'https://127.0.0.1:3001/{label}'],
  ['https://{label}.localhost', false, 'http://{label}.localhost:3001'],
  ['https://{label}.box.test', true, 'https://{label}.box.test:3001'],
])('the address %s is, with TLS (%s), %s here', (deployed, tls, local) => {
  expect(localSandboxAddress(deployed, { port: 3001, tls })).toBe(local);
});
