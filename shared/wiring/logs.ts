import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { CloudWatchMarkedLines, CloudWatchTaskLogs } from '../domain/logs/cloudwatch-logs.ts';
import { repeatable } from '../platform/aws/call-limits.ts';
import { requireEnv } from '../platform/env.ts';

export const taskLogs = () =>
  new CloudWatchTaskLogs(new CloudWatchLogsClient(repeatable), requireEnv('TASK_LOG_GROUP'));

export const markedLines = () =>
  new CloudWatchMarkedLines(new CloudWatchLogsClient(repeatable), requireEnv('TASK_LOG_GROUP'));
