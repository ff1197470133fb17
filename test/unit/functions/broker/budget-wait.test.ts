import { beforeEach, describe, expect, it, vi } from 'vitest';
import { budgetRefused } from '../../../../shared/domain/broker/calls/call-refusals.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { BrokerScene } from '../../../support/broker/broker-scene.ts';

let scene: BrokerScene;
beforeEach(() => {
  scene = new BrokerScene('http://127.0.0.1:1');
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const body = { model: 'any', messages: [{ role: 'user', content: 'Hi' }] };
const refusal = () =>
  budgetRefused(
    { scope: 'owner', lineage: null, limit: 5_000_000 },
    { spent: 5_000_000, inProgress: 0 },
    new Date('2026-11-21T12:00:00Z'),
  );

describe('a request to a model', () => {
  it('lets its conversation wait when a budget refuses it', async () => {
    scene.calls.refusal = refusal();

    const { status } = await scene.ask('chat_completions', body);

    expect([status, scene.waits]).toEqual([402, ['begin']]);
  });

  it('does so for no other refusal', async () => {
    scene.calls.refusal = new AppError('concurrency_limit_exceeded', 'Wait.');

    await scene.ask('chat_completions', body);

    expect(scene.waits).toEqual([]);
  });

  it('ends the wait of its conversation when it is admitted, and writes nothing for others', async () => {
    await scene.ask('chat_completions', body);
    expect(scene.waits).toEqual([]);

    scene.conversation = { ...scene.conversation, waits_for: 'budget' };
    await scene.ask('chat_completions', body);
    expect(scene.waits).toEqual(['end']);
  });

  it('is refused with the same words when the wait cannot be stored', async () => {
    scene.calls.refusal = refusal();
    scene.waitFailure = new Error('no table');

    expect((await scene.ask('chat_completions', body)).status).toBe(402);
  });

  it('on an interface that the model no longer has is refused so that the agent gets the new model', async () => {
    scene.model = { route: scene.route('messages') };

    const { status, body: failure } = await scene.ask('chat_completions', body);

    expect([status, failure]).toMatchObject([
      401,
      { code: 'model_interface_missing', error: { type: 'authentication_error' } },
    ]);
    expect(scene.waits).toEqual(['outdated']);
  });
});
