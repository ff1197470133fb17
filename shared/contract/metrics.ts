/**
 * The service's own metrics. Each has an alarm (`infra/constructs/alarms`) or a graph on the dashboard. CloudWatch
 * charges a custom metric for each hour with data, and ten are free. Figures that AWS counts, or that people only look
 * up, are fields of log lines instead.
 */
export const metricNames = [
  // 1 for a sweep that checked everything, otherwise 0: the only metric of an idle deployment.
  'SweepCompleted',
  // AWS denied a call, or ECS refused a task.
  'AccessErrors',
  'LaunchesRefused',
  // 1 for a failure of the service, otherwise 0: the average is the failure rate, the count that of all ends.
  'StartFailed',
  'BootFailed',
  'SaveFailed',
  // From the request for a conversation until its agent has it.
  'StartSeconds',
  // The steps of starts, pauses and resumes, by spec and step: see `steps` of start tasks and of sandboxes.
  'StepSeconds',
  // Requests without a rate limit.
  'CallsUncounted',
  // Changes without an entry in the audit log, reads of stored values that their schema refused, and entries of
  // sandboxes that the edge's store lacks or has wrong.
  'RecordsDamaged',
  // Differences between the usage ledger and ECS.
  'UsageDifferences',
] as const;

export type MetricName = (typeof metricNames)[number];

/** Dimensions besides the deployment. Each combination is a separate metric, so all have few values. */
export const metricDimensions = ['Spec', 'Start', 'Step'] as const;

/** The namespace of the metrics, and the dimension that all of them have. */
export const METRIC_NAMESPACE = 'AgentConversations';
export const METRIC_DIMENSION = 'Deployment';
