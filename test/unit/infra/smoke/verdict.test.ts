import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../../../infra/smoke/report.ts';
import type { Sights } from '../../../../infra/smoke/sights.ts';

const deployed = { isLocal: false };
const edge: Sights = { form: 'path', isCloudFront: true };
const socketUrl = 'wss://d1.cloudfront.net/label/sockets/events/1';

describe('whether WebSockets pass through the distribution', () => {
  it('is a yes with how long one was open', () => {
    const verdict = verdictOf({ ...edge, socketUrl, socketSeconds: 12.34 }, deployed);

    expect(verdict).toMatchObject({ answer: 'yes', detail: 'open for 12.3 s' });
  });

  it('is a no, with what to do, when the agent answered and its WebSocket did not', () => {
    const verdict = verdictOf({ ...edge, hasSocketFailed: true }, deployed);

    expect(verdict).toMatchObject({ answer: 'no', detail: 'set `ingress` to router, see docs/ingress.md' });
  });

  it.each<[string, Sights, boolean, string]>([
    ['a local service', { ...edge, socketUrl }, true, 'no distribution'],
    ['agents at their own addresses', { form: 'direct', socketUrl }, false, 'their own address'],
    ['a router', { form: 'host', isCloudFront: false, socketUrl }, false, 'no distribution stands'],
    ['a run that failed before', edge, false, 'did not come that far'],
    ['a run that failed at once', {}, false, 'did not come that far'],
  ])('is not asked of %s', (_, sights, isLocal, why) => {
    expect(verdictOf(sights, { isLocal })).toMatchObject({
      answer: 'not asked',
      detail: expect.stringContaining(why),
    });
  });
});
