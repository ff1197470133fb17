import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf, newApiKey, parseApiKey } from '../../../../../shared/domain/accounts/keys/api-key.ts';
import { modelKeyAuthentication } from '../../../../../shared/domain/broker/keys/authenticate-model-key.ts';
import { claimedCaller, ModelKeys, modelKeyHash } from '../../../../../shared/domain/broker/keys/model-keys.ts';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import {
  authenticateDelivery,
  authenticateSandbox,
} from '../../../../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import { claimedSandbox, SandboxKeys } from '../../../../../shared/domain/sandboxes/agent/keys.ts';
import { phaseFacts } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { MemoryModelCallers } from '../../../../support/broker/memory-model-callers.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { MemoryMasterKeys } from '../../../../support/platform/memory-master-keys.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const master = new MemoryMasterKeys();
const keys = new ModelKeys(master);
const sandbox = aSandbox({ key_id: 'k1', phase: 'RUNNING' });
const { sandbox_id, created_at: sandbox_created_at } = sandbox;
const conversation = aConversation({ sandbox_id, sandbox_created_at });

/** The rows after a start that gave the agent its key. */
async function started(row: Conversation = conversation, home: Sandbox = sandbox) {
  const key = await keys.of(row, home);
  return { key, row: { ...row, model_key_hash: modelKeyHash(row, home, key) }, home };
}

async function accepts(key: string, row: Conversation, home: Sandbox): Promise<boolean> {
  const callers = new MemoryModelCallers({ conversations: [row], sandboxes: [home] });
  return (await modelKeyAuthentication(callers)(key)) !== undefined;
}

describe('a model key', () => {
  it('names its owner, sandbox and conversation', async () => {
    const { key } = await started();

    expect(claimedCaller(key)).toEqual({
      ownerId: sandbox.owner_id,
      sandboxId: sandbox.sandbox_id,
      conversationId: conversation.conversation_id,
    });
  });

  it('is found by one read, with the settings of its owner', async () => {
    const { key, row, home } = await started();
    const callers = new MemoryModelCallers({ conversations: [row], sandboxes: [home] });

    const caller = await modelKeyAuthentication(callers)(key);

    expect(caller).toMatchObject({ conversation: row, sandbox: home, settings: { owner_id: sandbox.owner_id } });
    expect(callers.reads).toBe(1);
  });

  it('outlasts pauses', async () => {
    const { key, row } = await started();

    expect(await accepts(key, row, { ...sandbox, generation: 2 })).toBe(true);
  });

  it('is one of a conversation: no other conversation of the sandbox has it', async () => {
    const { key } = await started();
    const other = await started({ ...conversation, conversation_id: '0195d3f0aaaa7bbb8ccc0195d3f0aaaa' });
    const again = await started({ ...conversation, created_at: '2031-01-01T00:00:00.000Z' });

    expect(new Set([key, other.key, again.key]).size).toBe(3);
    expect(await accepts(key, again.row, sandbox)).toBe(false);
  });

  it.each<[string, Partial<Conversation>, Partial<Sandbox>]>([
    ['the session key was rotated', {}, { session_revision: sandbox.session_revision + 1 }],
    ['its rotation waits for the agent to start again', {}, { session_rotates: true }],
    ['the conversation has moved to another sandbox', { sandbox_id: 'f'.repeat(32) }, {}],
    ['a later sandbox has the same id', {}, { created_at: '2031-01-01T00:00:00.000Z' }],
    ['the agent calls its model itself now', { model_key_hash: null }, {}],
    ['the agent has another key now', { model_key_hash: 'x'.repeat(43) }, {}],
    ['the sandbox is being deleted', {}, { desired: 'DELETED' }],
    ['the task has ended', {}, { task_ended_at: '2031-01-01T00:00:00.000Z' }],
  ])('opens nothing when %s', async (_when, ofConversation, ofSandbox) => {
    const { key, row } = await started();

    expect(await accepts(key, row, sandbox)).toBe(true);
    expect(await accepts(key, { ...row, ...ofConversation }, { ...sandbox, ...ofSandbox })).toBe(false);
  });

  it('opens nothing while no agent of the sandbox runs', async () => {
    const { key, row } = await started();

    for (const [phase, { sessionKey }] of Object.entries(phaseFacts))
      expect([phase, await accepts(key, row, { ...sandbox, phase: phase as Sandbox['phase'] })]).toEqual([
        phase,
        sessionKey === 'everything',
      ]);
  });

  it('opens nothing when its conversation was deleted', async () => {
    const { key } = await started();

    expect(await modelKeyAuthentication(new MemoryModelCallers({ sandboxes: [sandbox] }))(key)).toBeUndefined();
  });

  it('is no session, delivery or API key, and signs no access token', async () => {
    const { key } = await started();
    const sandboxes = { find: async () => sandbox };

    expect(claimedSandbox(key)).toBeUndefined();
    expect(await authenticateSandbox(key, { sandboxes })).toBeUndefined();
    expect(await authenticateDelivery({ deliveryKey: key }, { sandboxes })).toBeUndefined();
    expect(parseApiKey(key)).toBeUndefined();
  });

  it('is the only key that opens the broker', async () => {
    const { row } = await started();
    const own = new SandboxKeys(master);
    const api = newApiKey();
    const others = [
      await own.sessionKey(sandbox),
      await own.deliveryKey(sandbox),
      await own.initKey(sandbox),
      await own.secretKey(sandbox),
      await own.accessKey(sandbox),
      api.text,
      hashOf(api),
      row.model_key_hash,
    ];

    for (const other of others) {
      expect(await accepts(other, row, sandbox)).toBe(false);
      const [name = ''] = (await keys.of(row, sandbox)).split(/\.(?=[^.]*$)/);
      expect(await accepts(`${name}.${other.split('.').at(-1)}`, row, sandbox)).toBe(false);
    }
  });

  it('has exactly one form', async () => {
    const { key, row } = await started();
    const variants = [` ${key}`, `${key}=`, `${key}\n`, key.replace('acs-model.', 'acs-model.A'), key.toLowerCase()];

    for (const variant of variants) expect([variant, await accepts(variant, row, sandbox)]).toEqual([variant, false]);
  });

  it('is rejected with any character changed', async () => {
    const { key, row } = await started();

    await fc.assert(
      fc.asyncProperty(fc.nat(key.length - 1), fc.constantFrom(...'aZ0-_.'), async (at, character) => {
        const changed = `${key.slice(0, at)}${character}${key.slice(at + 1)}`;
        fc.pre(changed !== key);
        expect(await accepts(changed, row, sandbox)).toBe(false);
      }),
    );
  });

  it('of any text is read without an error', () => {
    const property = fc.property(fc.string(), (text) => claimedCaller(`acs-model.${text}`) === undefined);

    expect(fc.check(property).failed).toBe(false);
  });
});
