import { arnOf, hashOf, nameOf, refOf, type Subject } from './physical-ids.ts';
import { AssemblyError } from './template.ts';

/** Where an expression is resolved: what its references mean, and the location to name in errors. */
export interface Scope {
  readonly where: string;
  readonly region: string;
  ref(logicalId: string): unknown;
  attribute(logicalId: string, attribute: string): unknown;
  exported(name: string): unknown;
  /** The value in a mapping of the template. */
  mapped(mapping: string, first: string, second: string): unknown;
  /** Whether a condition of the template holds. */
  holds(condition: string): boolean;
}

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

/**
 * Resolves the intrinsics of a value and drops `AWS::NoValue`.
 *
 * @throws AssemblyError for an intrinsic, a reference or an attribute without a local value
 */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only, ...others] = entries;
  if (only && others.length === 0 && /^(Ref$|Fn::)/.test(only[0])) return evaluate(only[0], only[1], scope);
  const resolved = entries.map(([key, item]) => [key, resolve(item, scope)] as const);
  return Object.fromEntries(resolved.filter(([, item]) => item !== undefined));
}

function evaluate(name: string, argument: unknown, scope: Scope): unknown {
  const intrinsic = intrinsics[name];
  if (!intrinsic) throw new AssemblyError(scope.where, `${name} is not supported`, { [name]: argument });
  return intrinsic(argument, scope);
}

/** The intrinsic functions that our templates use. */
const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, scope) => scope.ref(text('Ref', argument, scope)),
  'Fn::GetAtt': getAttribute,
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = list('Fn::Join', argument, scope);
    return list('Fn::Join', parts, scope).map(String).join(String(separator));
  },
  'Fn::Sub': substitute,
  'Fn::Select': (argument, scope) => {
    const [index, items] = list('Fn::Select', argument, scope);
    const selected = list('Fn::Select', items, scope)[Number(index)];
    if (selected === undefined) throw new AssemblyError(scope.where, 'Fn::Select is out of range', argument);
    return selected;
  },
  'Fn::Split': (argument, scope) => {
    const [separator, value] = list('Fn::Split', argument, scope);
    return text('Fn::Split', value, scope).split(String(separator));
  },
  'Fn::FindInMap': (argument, scope) => {
    const [mapping, first, second, ...others] = list('Fn::FindInMap', argument, scope).map(String);
    if (second === undefined || others.length > 0) {
      throw new AssemblyError(scope.where, 'Fn::FindInMap takes a mapping and two keys', argument);
    }
    return scope.mapped(String(mapping), String(first), second);
  },
  'Fn::ImportValue': (argument, scope) => scope.exported(String(resolve(argument, scope))),
  'Fn::If': (argument, scope) => {
    // The branch that is not taken can refer to missing resources.
    if (!Array.isArray(argument)) throw new AssemblyError(scope.where, 'Fn::If takes a list', argument);
    const [condition, yes, no] = argument;
    return resolve(scope.holds(text('Fn::If', condition, scope)) ? yes : no, scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [one, other] = list('Fn::Equals', argument, scope);
    return one === other;
  },
  'Fn::Or': (argument, scope) => list('Fn::Or', argument, scope).includes(true),
  'Fn::GetAZs': (argument, scope) => {
    const region = String(resolve(argument, scope) || scope.region);
    return ['a', 'b', 'c'].map((zone) => `${region}${zone}`);
  },
};

function getAttribute(argument: unknown, scope: Scope): unknown {
  const parts = typeof argument === 'string' ? argument.split(/\.(.*)/s) : argument;
  if (!Array.isArray(parts)) throw new AssemblyError(scope.where, 'Fn::GetAtt takes a list', argument);
  return scope.attribute(String(parts[0]), String(resolve(parts[1], scope)));
}

/** Placeholders name a resource, a parameter or, with a dot, an attribute. */
function substitute(argument: unknown, scope: Scope): string {
  return text('Fn::Sub', argument, scope).replace(/\$\{([^}]+)\}/g, (placeholder, name: string) => {
    if (name.startsWith('!')) throw new AssemblyError(scope.where, `${placeholder} is not supported`, argument);
    return String(name.includes('.') ? getAttribute(name, scope) : scope.ref(name));
  });
}

function list(name: string, argument: unknown, scope: Scope): readonly unknown[] {
  const value = resolve(argument, scope);
  if (!Array.isArray(value)) throw new AssemblyError(scope.where, `${name} takes a list`, argument);
  return value;
}

function text(name: string, argument: unknown, scope: Scope): string {
  if (typeof argument !== 'string') throw new AssemblyError(scope.where, `${name} takes a text`, argument);
  return argument;
}

type Attributes = Readonly<Record<string, (subject: Subject) => unknown>>;

const arn =
  (service: string, prefix = '', suffix = '') =>
  (subject: Subject): string =>
    arnOf(subject, service, `${prefix}${nameOf(subject)}${suffix}`);

/** What `Fn::GetAtt` returns, by resource type. Anything else is an error. */
const attributes: Readonly<Record<string, Attributes>> = {
  'AWS::CloudFront::CachePolicy': { Id: refOf },
  'AWS::CloudFront::Distribution': {
    Id: refOf,
    // CloudFront's domain names begin with d.
    DomainName: (subject) => `d${hashOf(subject, 'domain', 13)}.cloudfront.net`,
  },
  'AWS::CloudFront::Function': { 'FunctionMetadata.FunctionARN': refOf, FunctionARN: refOf },
  'AWS::CloudFront::KeyValueStore': {
    Arn: (subject) => arnOf(subject, 'cloudfront', `key-value-store/${refOf(subject)}`),
    Id: refOf,
  },
  'AWS::CloudFront::OriginAccessControl': { Id: refOf },
  'AWS::CloudFront::OriginRequestPolicy': { Id: refOf },
  'AWS::CloudFront::ResponseHeadersPolicy': { Id: refOf },
  'AWS::DynamoDB::Table': {
    Arn: arn('dynamodb', 'table/'),
    // A real stream is labelled with its creation time. A fixed label is enough for a table's only local stream.
    StreamArn: arn('dynamodb', 'table/', '/stream/2000-01-01T00:00:00.000'),
  },
  'AWS::EC2::SecurityGroup': { GroupId: refOf },
  'AWS::EC2::VPC': { DefaultSecurityGroup: (subject) => `sg-${hashOf(subject, 'default-group', 17)}` },
  'AWS::ECS::Cluster': { Arn: arn('ecs', 'cluster/') },
  'AWS::Events::Rule': { Arn: arn('events', 'rule/') },
  'AWS::IAM::Role': { Arn: arn('iam', 'role/') },
  'AWS::KMS::Key': { Arn: (subject) => arnOf(subject, 'kms', `key/${refOf(subject)}`) },
  'AWS::Lambda::Function': { Arn: arn('lambda', 'function:') },
  'AWS::Logs::LogGroup': { Arn: arn('logs', 'log-group:', ':*') },
  'AWS::S3::Bucket': {
    Arn: (subject) => `arn:aws:s3:::${refOf(subject)}`,
    RegionalDomainName: (subject) => `${refOf(subject)}.s3.${subject.region}.amazonaws.com`,
  },
  'AWS::SQS::Queue': { Arn: arn('sqs') },
};

/** The value of an attribute; undefined when it has no local value. */
export function attributeOf(subject: Subject, attribute: string): unknown {
  return attributes[subject.type]?.[attribute]?.(subject);
}
