import * as z from 'zod';
import { functionNameIn, physicalName, physicalRef } from '../aws/names.ts';
import type { XmlParts } from '../aws/xml.ts';
import { deployedOf, type Input, type JsonOperations, type QueryOperations, type Source } from './account-state.ts';

export const cloudwatch: JsonOperations = (operation, input, source) =>
  operation === 'DescribeAlarms' ? { MetricAlarms: alarms(input, source) } : undefined;

/** Nothing evaluates alarms here, so alarms of the template are always OK. */
function alarms({ AlarmNamePrefix }: Input, source: Source): readonly object[] {
  const own = deployedOf('AWS::CloudWatch::Alarm', source).map(({ properties }) => ({
    name: String(properties.AlarmName),
    state: 'OK',
    means: String(properties.AlarmDescription ?? ''),
  }));
  return [...own, ...source.facts.alarms]
    .filter(({ name }) => name.startsWith(String(AlarmNamePrefix ?? '')))
    .map(({ name, state, means }) => ({
      AlarmName: name,
      AlarmDescription: means,
      StateValue: state,
      StateReason: 'Set in the state of the local account.',
      StateUpdatedTimestamp: source.now.getTime() / 1000,
      ActionsEnabled: true,
      AlarmActions: [],
    }));
}

export const iam: QueryOperations = (operation, _input, source) => {
  if (operation !== 'GetAccountSummary') return undefined;
  const Roles = deployedOf('AWS::IAM::Role', source).length;
  return { SummaryMap: Object.entries({ Roles, RolesQuota: 1_000 }).map(([key, value]) => ({ key, value })) };
};

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

/** Lambda's account settings, and lists of functions and event source mappings. */
export const lambdaAccount: JsonOperations = (operation, input, source) => {
  switch (operation) {
    case 'GetAccountSettings': {
      const limit = source.facts.lambda_concurrency;
      return { AccountLimit: { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: limit } };
    }
    case 'ListFunctions':
      return page(templateFunctions(source), input);
    case 'ListEventSourceMappings':
      return { EventSourceMappings: mappings(source, input.FunctionName) };
    default:
      return undefined;
  }
};

const MAX_PER_PAGE = 50;

/** One page of functions, sorted by name. The marker is the name of the next page's first function. */
function page(functions: readonly Named[], { Marker, MaxItems }: Readonly<Record<string, unknown>>): object {
  const sorted = functions.toSorted((a, b) => (a.FunctionName < b.FunctionName ? -1 : 1));
  const from = Marker ? sorted.filter(({ FunctionName }) => FunctionName >= String(Marker)) : sorted;
  const size = Math.min(Number(MaxItems ?? MAX_PER_PAGE) || MAX_PER_PAGE, MAX_PER_PAGE);
  const next = from[size];
  return { Functions: from.slice(0, size), ...(next && { NextMarker: next.FunctionName }) };
}

interface Named {
  readonly FunctionName: string;
}

function templateFunctions(source: Source): readonly Named[] {
  const { region, accountId } = source.place;
  return deployedOf('AWS::Lambda::Function', source).map((resource) => ({
    FunctionName: physicalName(resource),
    FunctionArn: `arn:aws:lambda:${region}:${accountId}:function:${physicalName(resource)}`,
    Runtime: source.facts.lambda_runtime ?? resource.properties.Runtime,
    Timeout: resource.properties.Timeout,
    MemorySize: resource.properties.MemorySize,
  }));
}

function mappings(source: Source, wanted: unknown): readonly object[] {
  const { region, accountId } = source.place;
  return deployedOf('AWS::Lambda::EventSourceMapping', source)
    .map((resource) => ({ resource, name: functionNameIn(String(resource.properties.FunctionName)) }))
    .filter(({ name }) => wanted === undefined || name === functionNameIn(String(wanted)))
    .map(({ resource, name }) => ({
      UUID: physicalName(resource),
      FunctionArn: `arn:aws:lambda:${region}:${accountId}:function:${name}`,
      EventSourceArn: resource.properties.EventSourceArn,
      State: source.facts.event_source_state,
      LastProcessingResult: 'OK',
    }));
}
