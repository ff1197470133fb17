import { describe, expect, it } from 'vitest';
import { activateAgentProfile } from '../../../../functions/settings/activate-agent-profile.ts';
import { createSecret } from '../../../../functions/settings/create-secret.ts';
import { deleteAgentProfile } from '../../../../functions/settings/delete-agent-profile.ts';
import { getAgentProfile } from '../../../../functions/settings/get-agent-profile.ts';
import { getAgentProfiles } from '../../../../functions/settings/get-agent-profiles.ts';
import { renameAgentProfile } from '../../../../functions/settings/rename-agent-profile.ts';
import { renameProfile } from '../../../../functions/settings/rename-profile.ts';
import { saveAgentProfile } from '../../../../functions/settings/save-agent-profile.ts';
import { saveProfile } from '../../../../functions/settings/save-profile.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import { launchedProfile } from '../../../../shared/domain/settings/agent-profiles.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

function agentsScene() {
  const scene = settingsScene();
  const named = (name: string, ownerId = 'ann') => ({ params: { name }, caller: { ownerId } });
  const list = async (ownerId = 'ann') => (await invoke(getAgentProfiles, scene, { caller: { ownerId } })).body;
  return {
    ...scene,
    list,
    idOf: async (name: string) =>
      (await list()).profiles.find((profile: { name: string }) => profile.name === name)?.id,
    save: (name: string, body: unknown) => invoke(saveAgentProfile, scene, { ...named(name), body }),
    get: (name: string, ownerId?: string) => invoke(getAgentProfile, scene, named(name, ownerId)),
    remove: (name: string, ownerId?: string) => invoke(deleteAgentProfile, scene, named(name, ownerId)),
    rename: (name: string, to: string, ownerId?: string) =>
      invoke(renameAgentProfile, scene, { ...named(name, ownerId), body: { new_name: to } }),
    activate: (id: string, ownerId?: string) => invoke(activateAgentProfile, scene, named(id, ownerId)),
    saveModel: (name: string, llm: unknown) => invoke(saveProfile, scene, { ...named(name), body: { llm } }),
    change: (body: unknown) => invoke(updateSettings, scene, { body }),
    start: (agentProfileId: string) =>
      scene.reader.forStart('ann', { agentProfileId, llmProfile: null, agentKind: null }),
  };
}

const reviewer = { agent_kind: 'openhands', llm_profile_ref: 'fast', system_message_suffix: 'Review.' };

describe('agent profiles', () => {
  it('are listed and read as saved, and keep their id when their revision increases', async () => {
    const scene = agentsScene();
    const saved = await scene.save('reviewer', reviewer);
    const { body: before } = await scene.get('reviewer');
    await scene.save('reviewer', { ...before.profile, tool_concurrency_limit: 2 });

    expect([saved.status, saved.body]).toEqual([201, { name: 'reviewer', message: "Agent profile 'reviewer' saved" }]);
    expect(before).toEqual({
      name: 'reviewer',
      profile: {
        ...reviewer,
        mcp_server_refs: null,
        secret_refs: null,
        id: before.profile.id,
        name: 'reviewer',
        revision: 0,
      },
    });
    expect(await scene.list()).toEqual({
      profiles: [
        {
          id: before.profile.id,
          name: 'reviewer',
          agent_kind: 'openhands',
          revision: 1,
          llm_profile_ref: 'fast',
          mcp_server_refs: null,
        },
      ],
      active_agent_profile_id: null,
    });
  });

  it('are activated by their id, renamed without losing that, and deleted', async () => {
    const scene = agentsScene();
    await scene.save('reviewer', reviewer);
    await scene.save('other', reviewer);
    const id = await scene.idOf('reviewer');

    expect((await scene.activate(id)).body).toMatchObject({ id, agent_settings_applied: false });
    expect((await scene.rename('reviewer', 'other')).status).toBe(409);
    expect((await scene.rename('reviewer', 'critic')).body).toMatchObject({ name: 'critic' });
    expect([await scene.idOf('critic'), (await scene.list()).active_agent_profile_id]).toEqual([id, id]);

    expect((await scene.remove('critic')).status).toBe(200);
    expect((await scene.remove('critic')).status).toBe(200);
    expect((await scene.list()).active_agent_profile_id).toBeNull();
    expect((await scene.activate(id)).status).toBe(404);
  });

  it('refuse fields of the other kind, unknown fields, API keys, and an agent without a model', async () => {
    const scene = agentsScene();
    const refused = async (body: unknown) => badFields(await scene.save('x', body));

    expect(await refused({ agent_kind: 'acp', llm_profile_ref: 'fast' })).toEqual(['body.llm_profile_ref']);
    expect(await refused({ ...reviewer, acp_server: 'codex' })).toEqual(['body.acp_server']);
    expect(await refused({ agent_kind: 'openhands' })).toEqual(['body.llm_profile_ref']);
    expect(await refused({ ...reviewer, skills: [] })).toEqual(['body.skills']);
    expect(await refused({ ...reviewer, verification: { critic_api_key: 'k' } })).toEqual([
      'body.verification.critic_api_key',
    ]);
    expect((await scene.list()).profiles).toEqual([]);
  });

  it('seal the arguments of a program, show a mask for them, and take the mask back', async () => {
    const scene = agentsScene();
    const acp = {
      agent_kind: 'acp',
      acp_server: 'custom',
      acp_command: 'npx my-agent --key very-secret',
      acp_args: ['-v'],
    };
    await scene.save('mine', acp);
    const { body } = await scene.get('mine');
    await scene.save('mine', { ...body.profile, acp_model: 'big' });

    expect(scene.stored()).not.toContain('very-secret');
    expect(body.profile).toMatchObject({ acp_server: 'custom', acp_command: '**********', acp_args: ['**********'] });
    const { agent } = await scene.start(await scene.idOf('mine'));
    expect(agent).toMatchObject({
      kind: 'acp',
      settings: { acp_command: ['npx', 'my-agent', '--key', 'very-secret'], acp_args: ['-v'], acp_model: 'big' },
    });
  });

  it('start with their own model, servers and secrets, and with the memory of their owner', async () => {
    const scene = agentsScene();
    await scene.saveModel('fast', { model: 'openai/fast', api_key: 'sk-fast' });
    await scene.change({
      agent_settings_diff: {
        llm: { model: 'openai/mine', api_key: 'sk-mine' },
        agent_context: { load_memory: true, system_message_suffix: 'Mine.' },
        condenser: { enabled: false },
        mcp_config: { files: { command: 'npx' }, more: { command: 'npx' } },
      },
    });
    await invoke(createSecret, scene, { body: { name: 'A', value: 'a' } });
    await scene.save('reviewer', { ...reviewer, mcp_server_refs: ['more'], secret_refs: ['A'] });
    const id = await scene.idOf('reviewer');

    const started = await scene.start(id);

    expect(started.llm).toMatchObject({ model: 'openai/fast', apiKey: 'sk-fast' });
    expect(started.mcpConfig).toEqual({ more: { command: 'npx' } });
    expect(started.secretNames).toEqual(['A']);
    expect(started.agent?.settings).toMatchObject({
      agent_context: { load_memory: true, system_message_suffix: 'Review.' },
    });
    expect(started.agent?.settings).not.toHaveProperty('condenser');
    expect(await launchedProfile('ann', id, scene)).toEqual({ agent_profile_id: id, revision: 0 });
  });

  it('follow their model when it is renamed, and do not start without it', async () => {
    const scene = agentsScene();
    await scene.saveModel('fast', { model: 'openai/fast' });
    await scene.save('reviewer', reviewer);
    await scene.save('lost', { ...reviewer, llm_profile_ref: 'gone' });
    await invoke(renameProfile, scene, { params: { name: 'fast' }, body: { new_name: 'faster' } });

    expect((await scene.start(await scene.idOf('reviewer'))).llm.model).toBe('openai/fast');
    await expect(scene.start(await scene.idOf('lost'))).rejects.toThrow(
      "Language model of agent profile 'lost': gone not found",
    );
  });

  it('of another owner are answered as unknown', async () => {
    const scene = agentsScene();
    await scene.save('reviewer', reviewer);
    const id = await scene.idOf('reviewer');

    const answers = [
      await scene.get('reviewer', 'bob'),
      await scene.rename('reviewer', 'stolen', 'bob'),
      await scene.activate(id, 'bob'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    await scene.remove('reviewer', 'bob');
    expect(await scene.list('bob')).toEqual({ profiles: [], active_agent_profile_id: null });
    await expect(launchedProfile('bob', id, scene)).rejects.toThrow('Unknown agent profile');
    expect((await scene.get('reviewer')).status).toBe(200);
  });

  it('are bounded in number', async () => {
    const scene = agentsScene();
    for (let number = 0; number < 50; number += 1) await scene.save(`agent-${number}`, reviewer);

    const { status, body } = await scene.save('one-more', reviewer);

    expect([status, body.detail]).toEqual([409, 'You can keep at most 50 agent profiles. Delete one first.']);
    expect((await scene.save('agent-7', reviewer)).status).toBe(201);
  });
});
