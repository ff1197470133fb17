import { expect, it } from 'vitest';
import { addressOf, isExposed } from '../../../../../console/acs/session/session.ts';

it.each([
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['https://api.example.com/v/?a=1#b', 'https://api.example.com/v'],
])('takes %s as %s', (text, address) => {
  expect(addressOf(text)).toBe(address);
});

it.each(['localhost:3000', 'ftp://example.com', 'https://user@example.com'])('refuses %s', (text) => {
  expect(() => addressOf(text)).toThrow('--url');
});

it.each([
  ['http://api.example.com', true],
  ['https://api.example.com', false],
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
  ['http://localhost.example.com', true],
])('knows whether what is sent to %s can be read on the way: %s', (address, exposed) => {
  expect(isExposed(address)).toBe(exposed);
});
