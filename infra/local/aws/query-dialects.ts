/** How a service words the Query protocol. */
export interface QueryDialect {
  /** The service's name in refusals. */
  readonly name: string;
  readonly version: string;
  readonly namespace: string;
  /** What an entry of a list is called. */
  readonly entry: 'item' | 'member';
}

const amazon = (service: string, version: string, scheme = 'https') =>
  `${scheme}://${service}.amazonaws.com/doc/${version}/`;

/** The services that speak the Query protocol here. EC2 has a form of its own. */
export const queryDialects = {
  ec2: { name: 'AmazonEC2', version: '2016-11-15', namespace: amazon('ec2', '2016-11-15', 'http'), entry: 'item' },
  cloudformation: {
    name: 'CloudFormation',
    version: '2010-05-15',
    namespace: amazon('cloudformation', '2010-05-15', 'http'),
    entry: 'member',
  },
  iam: { name: 'IAM', version: '2010-05-08', namespace: amazon('iam', '2010-05-08'), entry: 'member' },
  sts: { name: 'STS', version: '2011-06-15', namespace: amazon('sts', '2011-06-15'), entry: 'member' },
} as const satisfies Record<string, QueryDialect>;

export type QueryService = keyof typeof queryDialects;

export function isQueryService(service: string): service is QueryService {
  return Object.hasOwn(queryDialects, service);
}
