import { expect, it } from 'vitest';
import { programs } from '../../../../../console/src/pages/settings/agents/agent-draft.ts';
import { agentSettingsForm } from '../../../../../shared/contract/shapes/agent-settings-form.ts';

it('The console offers the agent programs that the settings form of the service has', () => {
  const fields = agentSettingsForm.sections.flatMap((section) => section.fields);
  const offered = fields.find(({ key }) => key === 'acp_server')?.choices.map(({ value }) => value);

  expect(Object.keys(programs)).toEqual(offered);
});
