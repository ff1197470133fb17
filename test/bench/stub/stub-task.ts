export interface StubTask {
  readonly startedBy: string;
  readonly lastStatus: 'PROVISIONING' | 'RUNNING';
}

export const TASK_ARN = 'arn:aws:ecs:us-east-1:000000000000:task/cluster/0123456789abcdef0123456789abcdef';

export function taskDetail({ startedBy, lastStatus }: StubTask): Readonly<Record<string, unknown>> {
  return {
    taskArn: TASK_ARN,
    clusterArn: 'arn:aws:ecs:us-east-1:000000000000:cluster/cluster',
    startedBy,
    lastStatus,
    desiredStatus: 'RUNNING',
    launchType: 'FARGATE',
    version: lastStatus === 'RUNNING' ? 4 : 1,
    attachments: [
      {
        id: 'attachment',
        type: 'ElasticNetworkInterface',
        status: 'ATTACHED',
        details: [
          { name: 'networkInterfaceId', value: 'eni-0123456789abcdef0' },
          { name: 'privateIPv4Address', value: '10.0.0.7' },
        ],
      },
    ],
    containers: [{ name: 'agent', lastStatus, networkBindings: [] }],
  };
}
