import { describe, expect, it } from 'vitest';
import { AwsError } from '../../../../../infra/local/aws/aws-error.ts';
import { queryAnswer, queryErrorAnswer } from '../../../../../infra/local/aws/query.ts';

const withoutIds = (body: string | Buffer) =>
  String(body)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .split('\n')[1];

describe('an answer of the Query protocol', () => {
  it("lies in its action's result, with members, but for EC2", () => {
    expect(withoutIds(queryAnswer('GetRole', { Names: ['a', 'b'] }, 'iam').body)).toBe(
      '<GetRoleResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><GetRoleResult>' +
        '<Names><member>a</member><member>b</member></Names></GetRoleResult>' +
        '<ResponseMetadata><RequestId>ID</RequestId></ResponseMetadata></GetRoleResponse>',
    );
    expect(withoutIds(queryAnswer('DescribeVpcs', { vpcSet: ['a'] }).body)).toBe(
      '<DescribeVpcsResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>ID</requestId>' +
        '<vpcSet><item>a</item></vpcSet></DescribeVpcsResponse>',
    );
  });

  it('tells of an error in the form of its service', () => {
    const error = new AwsError('NoSuchEntity', 'No role.', 404);

    expect(queryErrorAnswer(error, 'iam').status).toBe(404);
    expect(withoutIds(queryErrorAnswer(error, 'iam').body)).toBe(
      '<ErrorResponse><Error><Type>Sender</Type><Code>NoSuchEntity</Code><Message>No role.</Message></Error>' +
        '<RequestId>ID</RequestId></ErrorResponse>',
    );
    expect(withoutIds(queryErrorAnswer(error).body)).toBe(
      '<Response><Errors><Error><Code>NoSuchEntity</Code><Message>No role.</Message></Error></Errors><RequestID>ID</RequestID></Response>',
    );
  });
});
