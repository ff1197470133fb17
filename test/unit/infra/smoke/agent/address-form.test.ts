import { describe, expect, it } from 'vitest';
import { forged, formOf } from '../../../../../infra/smoke/agent/agent.ts';
import { readLabel, writeLabel } from '../../../../../shared/domain/sandboxes/ingress/label.ts';

const label = writeLabel(
  { keyNumber: 1, name: 'AGENT_SERVER', address: '3.208.0.1', port: 8000, generation: 1, endsAt: 1_800_000_000 },
  'a key',
);
const path = '/api/conversations/1a';

describe('the address of an agent', () => {
  it.each([
    [`https://${label}.sandboxes.example.com${path}`, 'host'],
    [`http://${label}.localhost:3001${path}`, 'host'],
    [`https://d1.cloudfront.net/${label}${path}`, 'path'],
    [`http://127.0.0.1:3001/${label}`, 'path'],
    [`http://192.0.2.1:8000${path}`, 'direct'],
    [`https://agents.example.com/${label.slice(1)}${path}`, 'direct'],
  ])('%s has the %s form', (url, form) => {
    expect(formOf(url)).toBe(form);
  });

  it.each([`https://${label}.sandboxes.example.com${path}`, `https://d1.cloudfront.net/${label}${path}`])(
    'forged from %s is a label that says the same with another signature',
    (url) => {
      const [changed = ''] = /[a-z2-7]{48}/.exec(forged(url)) ?? [];

      expect(changed).not.toBe(label);
      expect(readLabel(changed)).toEqual(readLabel(label));
      expect(forged(url).replace(changed, label)).toBe(url);
    },
  );
});
