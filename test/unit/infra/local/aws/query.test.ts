import { describe, expect, it } from 'vitest';
import { readQuery } from '../../../../../infra/local/aws/query.ts';

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
