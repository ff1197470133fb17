import { describe, expect, it } from 'vitest';
import { prefixOf } from '../../../../infra/config.ts';
import { settingsOf } from '../../../../infra/doctor/deployment-settings.ts';

describe('settings of the deployment that doctor looks at', () => {
  it('are those of the stage that the name of the stacks ends with', async () => {
    const settings = await settingsOf({ stack: 'my-agents-prod', isLocal: false, context: { sandboxLimit: '7' } });

    expect(prefixOf(settings)).toBe('my-agents-prod');
    expect(settings).toMatchObject({ stage: 'prod', name: 'my-agents', sandboxLimit: 7 });
  });

  it('are those of the context without a name, and of the local stage for the local service', async () => {
    expect((await settingsOf({ isLocal: false, context: { stage: 'prod' } })).stage).toBe('prod');
    expect((await settingsOf({ isLocal: false, context: {} })).stage).toBe('dev');
    expect((await settingsOf({ isLocal: true, context: { stage: 'prod' } })).stage).toBe('local');
  });

  it('are refused with one sentence', async () => {
    await expect(settingsOf({ stack: 'agents', isLocal: false, context: {} })).rejects.toThrow(
      "'agents' names no deployment",
    );
    await expect(settingsOf({ isLocal: false, context: { sandboxLimit: 'many' } })).rejects.toThrow('sandboxLimit');
  });
});
