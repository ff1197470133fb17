import { describe, expect, it } from 'vitest';
import { sandboxOriginsOf } from '../../../../infra/console/headers.ts';

describe('what the console may call of sandboxes', () => {
  it.each([
    ['https://d1.cloudfront.net/{label}', ['https://d1.cloudfront.net', 'wss://d1.cloudfront.net']],
    ['https://{label}.box.example', ['https://*.box.example', 'wss://*.box.example']],
    ['http://127.0.0.1:3001/{label}', ['http://127.0.0.1:3001', 'ws://127.0.0.1:3001']],
    ['http://{label}.localhost:3001', ['http://*.localhost:3001', 'ws://*.localhost:3001']],
    [undefined, ['http:', 'ws:']],
  ])('follows from the address of a sandbox: %s', (address, origins) => {
    expect(sandboxOriginsOf(address)).toEqual(origins);
  });
});
