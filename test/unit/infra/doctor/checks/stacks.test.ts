import { describe, expect, it } from 'vitest';
import { stacks } from '../../../../../infra/doctor/checks/stacks.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const stack = (part: string, status = 'UPDATE_COMPLETE') => ({
  name: `agent-conversations-prod-${part}`,
  status,
  outputs: {},
});
const all = [stack('data'), stack('api')];

describe('doctor on stacks', () => {
  it('is content when they are complete, or not there before a first deployment', () => {
    expect(levels(stacks.judge(all, aSubject()))).toEqual(['ok']);
    expect(levels(stacks.judge([], aSubject({ when: 'before' })))).toEqual(['ok']);
  });

  it('finds those that are missing', () => {
    const found = stacks.judge([stack('data')], aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain('no stack agent-conversations-prod-api in account 123456789012, Region eu-west-1');
  });

  it.each(['UPDATE_ROLLBACK_COMPLETE', 'UPDATE_IN_PROGRESS', 'ROLLBACK_COMPLETE'])('warns of %s', (status) => {
    const found = stacks.judge([stack('data', status), stack('api')], aSubject());

    expect(levels(found)).toEqual(['warning']);
    expect(words(found)).toContain('npx cdk diagnose agent-conversations-prod-data');
  });
});
