import { describe, expect, it } from 'vitest';
import { banner, type Ready } from '../../../../../infra/local/terminal/banner.ts';

const ready: Ready = {
  baseUrl: 'http://127.0.0.1:3000',
  apiKey: 'acs_key',
  sandboxUrl: null,
  consoleUrl: 'http://127.0.0.1:3002',
  issuer: null,
  agent: { spec: 'openhands-local', version: '1.58.2' },
  model: undefined,
  localModels: [],
  stateDirectory: '/tmp/state',
  milliseconds: 1_000,
};

const linesOf = (changes: Partial<Ready>) =>
  banner({ ...ready, ...changes })
    .split('\n')
    .map((line) => line.trim());

describe('the banner', () => {
  it.each([
    [{ spec: 'openhands-local', version: '1.58.2' }, 'Agent      OpenHands 1.58.2'],
    [{ spec: 'openhands-local', version: null }, 'Agent      OpenHands'],
    [{ spec: 'mine', version: null }, 'Agent      sandbox spec mine'],
  ])('names the agent of %j', (agent, line) => {
    expect(linesOf({ agent })).toContain(line);
  });

  it('says of the reference agent what it does, and how to get a real one', () => {
    const lines = linesOf({ agent: { spec: 'reference', version: null } });

    expect(lines.find((line) => line.startsWith('Agent'))).toMatch(
      /repeats what you write.*npm start -- --agent openhands$/,
    );
    expect(lines.filter((line) => line.startsWith('Model'))).toEqual([]);
  });

  it('names the model of the environment and the variable of its key', () => {
    const model = { model: 'openai/gpt-5.5', keyFrom: 'OPENAI_API_KEY' };

    expect(linesOf({ model })).toContain('Model      openai/gpt-5.5, with the key in OPENAI_API_KEY');
    expect(linesOf({ model: { ...model, keyFrom: undefined } })).toContain('Model      openai/gpt-5.5, without a key');
  });

  it('says where a key goes without one, and which models are on this machine', () => {
    const localModels = ['a', 'b', 'c', 'd'].map((name) => ({ program: 'Ollama', model: `openai/${name}` }));
    const lines = linesOf({ localModels });

    expect(lines.find((line) => line.startsWith('Model'))).toContain('http://127.0.0.1:3002/settings');
    expect(lines).toContain('on this machine: a (Ollama), b (Ollama), c (Ollama), and 1 more');
  });
});
