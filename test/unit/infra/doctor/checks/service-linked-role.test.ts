import { describe, expect, it } from 'vitest';
import { serviceLinkedRole } from '../../../../../infra/doctor/checks/service-linked-role.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

describe('doctor on the service-linked role of ECS', () => {
  it('is content when it exists', () => {
    expect(levels(serviceLinkedRole.judge(true, aSubject()))).toEqual(['ok']);
  });

  it('warns before a deployment, and is an error after it', () => {
    const [before, after] = (['before', 'after'] as const).map((when) =>
      serviceLinkedRole.judge(false, aSubject({ when })),
    );

    expect([levels(before ?? []), levels(after ?? [])]).toEqual([['warning'], ['error']]);
    expect(words(before ?? [])).toContain('aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com');
  });
});
