import { describe, expect, it } from 'vitest';
import { AwsError } from '../../../../../infra/local/aws/aws-error.ts';
import { queryAnswer, queryErrorAnswer, readQuery } from '../../../../../infra/local/aws/query.ts';
import { element } from '../../../../../infra/local/aws/xml.ts';

const read = (parameters: string) => readQuery(`Action=DescribeVolumes&Version=2016-11-15${parameters}`);

describe('request of the Query protocol', () => {
  it('has its parameters under the names of the API', () => {
    const { action, input } = read(
      '&Filter.1.Name=tag%3Aa&Filter.1.Value.1=b&Filter.1.Value.2=c+d&VolumeId.1=vol-1&MaxResults=5' +
        '&Owner.1=self&RestorableBy.1=all&ResourceId.1=vol-2' +
        '&TagSpecification.1.ResourceType=snapshot&TagSpecification.1.Tag.1.Key=k&TagSpecification.1.Tag.1.Value=',
    );

    expect(action).toBe('DescribeVolumes');
    expect(input).toEqual({
      Filters: [{ Name: 'tag:a', Values: ['b', 'c d'] }],
      VolumeIds: ['vol-1'],
      MaxResults: '5',
      OwnerIds: ['self'],
      RestorableByUserIds: ['all'],
      Resources: ['vol-2'],
      TagSpecifications: [{ ResourceType: 'snapshot', Tags: [{ Key: 'k', Value: '' }] }],
    });
  });

  it('orders lists by their numbers', () => {
    expect(read('&VolumeId.10=c&VolumeId.2=b&VolumeId.1=a').input).toEqual({ VolumeIds: ['a', 'b', 'c'] });
  });

  it('keeps a single value single', () => {
    expect(read('&VolumeId=vol-1').input).toEqual({ VolumeId: 'vol-1' });
  });

  it('is parsed safely for every parameter name', () => {
    const { input } = read('&__proto__.polluted=yes&constructor.prototype.polluted=yes');

    expect(Object.hasOwn({}, 'polluted') || 'polluted' in {}).toBe(false);
    expect(Object.keys(input)).toContain('constructor');
  });

  it.each([
    ['', 'MissingAction'],
    ['Version=2016-11-15', 'MissingAction'],
    ['Action=DescribeVolumes', 'NoSuchVersion'],
    ['Action=DescribeVolumes&Version=2006-01-01', 'NoSuchVersion'],
    ['Action=X&Version=2016-11-15&A.1=x&A.1.B=y', 'InvalidQueryParameter'],
    ['Action=X&Version=2016-11-15&A=x&A=y', 'InvalidQueryParameter'],
  ])('is refused when it cannot be parsed: %s', (body, type) => {
    expect(() => readQuery(body)).toThrow(expect.objectContaining({ type }));
  });
});

const withoutIds = (body: string | Buffer) =>
  String(body)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .split('\n')[1];

describe('a response in the Query protocol', () => {
  it("is in its action's result with members, except for EC2", () => {
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

  it("reports an error in its service's format", () => {
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

describe('XML element', () => {
  it('contains parts, lists, dates and plain values, and omits undefined ones', () => {
    const content = {
      id: 'vol-1',
      size: 20,
      encrypted: true,
      at: new Date(0),
      none: undefined,
      empty: [],
      tagSet: [{ key: 'a', value: '' }],
      ids: ['x', 'y'],
    };

    expect(element('volume', content, ' xmlns="urn:x"')).toBe(
      '<volume xmlns="urn:x"><id>vol-1</id><size>20</size><encrypted>true</encrypted>' +
        '<at>1970-01-01T00:00:00.000Z</at><empty></empty>' +
        '<tagSet><item><key>a</key><value></value></item></tagSet><ids><item>x</item><item>y</item></ids></volume>',
    );
  });

  it('escapes every text', () => {
    expect(element('v', '<a href="x">&amp;</a>\u0000\u001F\r\n\t\u00e9\u{1F600}')).toBe(
      '<v>&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;&#xD;\n\t\u00e9\u{1F600}</v>',
    );
  });
});
