import { describe, expect, it } from 'vitest';
import { chooseModel } from '../../../../shared/domain/settings/language-model.ts';

const none = { model: null, baseUrl: null, hasKey: false };
const direct = { model: 'anthropic/offered', baseUrl: null, hasKey: true };
const proxy = { ...direct, baseUrl: 'https://proxy.example.com' };

describe('chooseModel', () => {
  it("chooses the deployment's model when the owner set none", () => {
    expect(chooseModel(none, direct)).toEqual({ model: 'anthropic/offered', baseUrl: null, key: 'deployment' });
    expect(chooseModel(none, proxy)).toEqual({ model: 'anthropic/offered', baseUrl: proxy.baseUrl, key: 'deployment' });
    expect(chooseModel(none, { ...direct, hasKey: false }).key).toBe('none');
  });

  it("uses the owner's key at the owner's provider", () => {
    const own = { model: 'openai/mine', baseUrl: null, hasKey: true };

    for (const deployment of [direct, proxy])
      expect(chooseModel(own, deployment)).toEqual({ model: 'openai/mine', baseUrl: null, key: 'own' });
  });

  it("uses the operator's address and key for an owner's model that they serve", () => {
    const own = (model: string) => ({ ...none, model });

    expect(chooseModel(own('anthropic/other'), direct).key).toBe('deployment');
    expect(chooseModel(own('openai/other'), proxy)).toEqual({
      model: 'openai/other',
      baseUrl: proxy.baseUrl,
      key: 'deployment',
    });
    expect(chooseModel(own('openai/other'), direct)).toEqual({ model: 'openai/other', baseUrl: null, key: 'none' });
  });

  it.each([direct, proxy])("never sends the operator's key to an owner's address", (deployment) => {
    for (const model of [null, 'anthropic/offered', 'openai/x']) {
      const own = { model, baseUrl: 'https://attacker.example.com', hasKey: false };
      expect(chooseModel(own, deployment)).toMatchObject({ baseUrl: own.baseUrl, key: 'none' });
      expect(chooseModel({ ...own, hasKey: true }, deployment)).toMatchObject({ baseUrl: own.baseUrl, key: 'own' });
    }
  });
});
