import * as z from 'zod';
import { physicalRef } from '../aws/names.ts';
import type { XmlParts } from '../aws/xml.ts';
import { deployedOf, type QueryOperations, type Source } from './source.ts';

/** EC2's account settings and security groups. The local EC2 handles volumes and snapshots. */
export const ec2Account: QueryOperations = (operation, _input, source) => {
  const { facts } = source;
  switch (operation) {
    case 'GetEbsDefaultKmsKeyId':
      return { kmsKeyId: facts.ebs_default_key ?? 'alias/aws/ebs' };
    case 'GetEbsEncryptionByDefault':
      return { ebsEncryptionByDefault: facts.ebs_encryption_by_default };
    case 'DescribeSecurityGroupRules':
      return { securityGroupRuleSet: ingressRules(source) };
    default:
      return undefined;
  }
};

const Rule = z.object({
  GroupId: z.string().optional(),
  IpProtocol: z.string(),
  FromPort: z.int().optional(),
  ToPort: z.int().optional(),
  CidrIp: z.string().optional(),
  SourcePrefixListId: z.string().optional(),
  SourceSecurityGroupId: z.string().optional(),
});

/** A group holds its rules for addresses. Other rules are separate resources. */
function ingressRules(source: Source): XmlParts[] {
  const own = deployedOf('AWS::EC2::SecurityGroup', source).flatMap((group) => {
    const rules = z.array(Rule).parse(group.properties.SecurityGroupIngress ?? []);
    return rules.map((rule) => ({ GroupId: physicalRef(group, source.place), ...rule }));
  });
  const others = deployedOf('AWS::EC2::SecurityGroupIngress', source).map(({ properties }) => Rule.parse(properties));
  return [...own, ...others].map((rule, index) => ({
    securityGroupRuleId: `sgr-${index}`,
    groupId: rule.GroupId,
    isEgress: false,
    ipProtocol: rule.IpProtocol,
    fromPort: rule.FromPort,
    toPort: rule.ToPort,
    cidrIpv4: rule.CidrIp,
    prefixListId: rule.SourcePrefixListId,
    referencedGroupInfo: rule.SourceSecurityGroupId === undefined ? undefined : { groupId: rule.SourceSecurityGroupId },
  }));
}
