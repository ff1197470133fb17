import { describe, expect, it } from 'vitest';
import { nameClashes } from '../../../../../infra/doctor/checks/name-clashes.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

describe('doctor on names', () => {
  it('is content when none is taken', () => {
    expect(levels(nameClashes.judge([], aSubject()))).toEqual(['ok']);
  });

  it('finds each name that is taken, and how to free it', () => {
    const taken = { what: 'cluster', name: 'agent-conversations-prod', remove: 'aws ecs delete-cluster --cluster' };
    const found = nameClashes.judge([taken, taken], aSubject());

    expect(levels(found)).toEqual(['error', 'error']);
    expect(words(found)).toContain('`aws ecs delete-cluster --cluster agent-conversations-prod`');
  });
});
