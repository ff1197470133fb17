import { describe, expect, it } from 'vitest';
import { unchecked } from '../../../../infra/doctor/run-checks.ts';
import { levels, words } from '../../../support/doctor/a-subject.ts';

const check = { actions: ['iam:GetRole', 'ec2:DescribeVpcs'] };

function awsError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

describe('a check that could not look', () => {
  it.each(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'])(
    'names the missing action of %s',
    (name) => {
      const refusal = awsError(
        name,
        'User: arn:x is not authorized to perform: iam:GetRole on resource: role y because …',
      );
      const finding = unchecked(check, refusal);

      expect(levels([finding])).toEqual(['warning']);
      expect(words([finding])).toContain('the credentials lack iam:GetRole.');
    },
  );

  it('names all that it needs when the refusal names none', () => {
    expect(words([unchecked(check, awsError('AccessDenied', 'Access Denied'))])).toContain(
      'one of iam:GetRole, ec2:DescribeVpcs',
    );
  });

  it('gives the reason of any other failure', () => {
    expect(words([unchecked(check, awsError('TimeoutError', 'connect timed out'))])).toContain(
      'It could not be checked: connect timed out.',
    );
    expect(words([unchecked(check, 'broken')])).toContain('It could not be checked: broken.');
  });
});
