import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../shared/contract/index.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';

/** Why a POST takes no Idempotency-Key. */
const reasons: Readonly<Record<string, string>> = {
  authenticate: 'tells that the key works, and does nothing',
  'authorize-device': 'open to anybody: there is no owner to keep a key for, and codes that nobody uses expire',
  'get-device-token': 'open to anybody, and a code gives its token once',
  'verify-device': 'decides on a code once; a second time finds it decided',
  'update-settings': 'sets what it says, twice as once',
  'update-legacy-settings': 'sets what it says, twice as once',
  'save-profile': 'keeps what it says under the name in its path, twice as once',
  'activate-profile': 'sets what it says, twice as once',
  'rename-profile': 'a second time finds nothing of that name, and changes nothing',
  'add-git-providers': 'keeps what it says for each provider, twice as once',
  'add-legacy-git-providers': 'keeps what it says for each provider, twice as once',
  'unset-legacy-provider-tokens': 'removes what there is, twice as once',
  'switch-profile': 'sets what it says on the agent, twice as once',
  'switch-acp-model': 'sets what it says on the agent, twice as once',
  'ping-webhook-endpoint': 'a test, which changes nothing: a second one tells the same',
  'redeliver-webhook-message': 'the message keeps its id, by which receivers know it',
  'receive-conversation': 'sent by agents, whose reports say what is, and not what is to happen',
  'receive-events': 'sent by agents: each event has an id of its own, and is kept once',
  'receive-sandbox-conversation': 'sent by agents, whose reports say what is, and not what is to happen',
  'receive-sandbox-events': 'sent by agents: each event has an id of its own, and is kept once',
};

const all: readonly Endpoint[] = endpoints;
const keyed = all.filter(({ idempotent }) => idempotent);

const source = ({ area, id }: Endpoint) =>
  readFileSync(join(import.meta.dirname, `../../functions/${area}/${id}.ts`), 'utf8');

describe('requests that can be sent twice', () => {
  it('every POST takes an Idempotency-Key or has a reason why not', () => {
    const without = all.filter(({ method, idempotent }) => method === 'POST' && !idempotent).map(({ id }) => id);

    expect(without.toSorted()).toEqual(Object.keys(reasons).toSorted());
  });

  it('no other method takes one, as those mean the same when they come twice', () => {
    expect(keyed.filter(({ method }) => method !== 'POST').map(({ id }) => id)).toEqual([]);
  });

  it('whoever takes one knows the owner, and answers in JSON', () => {
    for (const { id, access, success } of keyed) {
      expect(access, id).toBe('key');
      expect(success.contentType ?? 'application/json', id).toBe('application/json');
    }
  });

  it('whoever takes one is wired with where keys are kept', () => {
    for (const endpoint of keyed) expect(source(endpoint), endpoint.id).toMatch(/\b(claimDeps|sealedClaimDeps)\b/);
  });
});
