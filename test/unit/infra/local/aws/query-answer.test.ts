import { describe, expect, it } from 'vitest';
import { AwsError } from '../../../../../infra/local/aws/aws-error.ts';
import { queryAnswer, queryErrorAnswer } from '../../../../../infra/local/aws/query.ts';

const withoutIds = (body: string | Buffer) =>
  String(body)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .split('\n')[1];

describe('an answer of the Query protocol', () => {
  it("lies in its action's result, with members, but for EC2", () => {
    expect(withoutIds(queryAnswer('GetCallerIdentity', { Names: ['a', 'b'] }, 'sts').body)).toBe(
      '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>' +
        '<Names><member>a</member><member>b</member></Names></GetCallerIdentityResult>' +
        '<ResponseMetadata><RequestId>ID</RequestId></ResponseMetadata></GetCallerIdentityResponse>',
    );
    expect(withoutIds(queryAnswer('DescribeVpcs', { vpcSet: ['a'] }).body)).toBe(
      '<DescribeVpcsResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>ID</requestId>' +
        '<vpcSet><item>a</item></vpcSet></DescribeVpcsResponse>',
    );
  });

  it('tells of an error in the form of its service', () => {
    const error = new AwsError('NoSuchThing', 'No role.', 404);

    expect(queryErrorAnswer(error, 'sts').status).toBe(404);
    expect(withoutIds(queryErrorAnswer(error, 'sts').body)).toBe(
      '<ErrorResponse><Error><Type>Sender</Type><Code>NoSuchThing</Code><Message>No role.</Message></Error>' +
        '<RequestId>ID</RequestId></ErrorResponse>',
    );
    expect(withoutIds(queryErrorAnswer(error).body)).toBe(
      '<Response><Errors><Error><Code>NoSuchThing</Code><Message>No role.</Message></Error></Errors><RequestID>ID</RequestID></Response>',
    );
  });
});
