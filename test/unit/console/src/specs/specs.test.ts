import { describe, expect, it } from 'vitest';
import { specIn, stepsOf, variableLines } from '../../../../../console/src/pages/specs/spec-words.ts';
import { OwnSpecChange } from '../../../../../shared/contract/shapes/own-spec.ts';

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('the form of a spec', () => {
  it('sends what is filled in, as the service expects it', () => {
    const body = specIn(
      formOf({
        image: ' ghcr.io/acme/agent:1 ',
        vcpu: '0.5',
        memory_gb: '2',
        workspace_gb: '',
        architecture: 'ARM64',
        command: '--port\n 8000 \n\n',
        initial_env: 'COLOUR=blue=green\n\nEMPTY',
        'ports.AGENT_SERVER': '8000',
        'ports.VSCODE': '',
        user: '',
        ephemeral_gb: '30',
      }),
    );

    expect(OwnSpecChange.parse(body)).toEqual(body);
    expect(body).toEqual({
      image: 'ghcr.io/acme/agent:1',
      vcpu: 0.5,
      memory_gb: 2,
      architecture: 'ARM64',
      command: ['--port', '8000'],
      initial_env: { COLOUR: 'blue=green', EMPTY: '' },
      ports: { AGENT_SERVER: 8000 },
      user: null,
      ephemeral_gb: 30,
      seals_with_boot_key: false,
    });
  });

  it('shows variables as it reads them', () => {
    const initial_env = { COLOUR: 'blue=green', EMPTY: '' };

    expect(specIn(formOf({ initial_env: variableLines({ initial_env }) })).initial_env).toEqual(initial_env);
  });
});

describe('the steps of a check', () => {
  const states = (check: Parameters<typeof stepsOf>[0]) => stepsOf(check).map(({ state }) => state);

  it('are done when it has passed, and open while it is under way', () => {
    expect(new Set(states({ state: 'PASSED', reason: null }))).toEqual(new Set(['done']));
    expect(new Set(states({ state: 'PENDING', reason: null }))).toEqual(new Set(['open']));
  });

  it.each([
    ['spec_invalid', 0],
    ['limit_reached', 1],
    ['image_not_found', 2],
    ['wrong_platform', 2],
    ['agent_not_ready', 3],
    ['not_an_agent_server', 4],
  ])('end at the one that failed with %s', (reason, at) => {
    const expected = [0, 1, 2, 3, 4].map((index) => (index < at ? 'done' : index === at ? 'failed' : 'open'));

    expect(states({ state: 'FAILED', reason })).toEqual(expected);
  });

  it('claim nothing for a reason that the console does not know', () => {
    expect(new Set(states({ state: 'FAILED', reason: 'newer' }))).toEqual(new Set(['open']));
  });
});
