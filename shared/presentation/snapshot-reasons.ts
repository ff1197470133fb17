import { quote } from './quote.ts';
import type { StatusReason } from './sandbox-reasons.ts';

/** Why a snapshot of a workspace failed, or cannot be created. `remedy`: what people can do. */

export const sandboxDeleted: StatusReason = {
  code: 'sandbox_deleted',
  message: 'The sandbox was deleted before its workspace was copied.',
  remedy: 'Delete this snapshot.',
  retryable: false,
};

export const nothingToCopy: StatusReason = {
  code: 'no_workspace',
  message: 'The sandbox has no workspace, because its agent has never run or its spec has no disk.',
  remedy: 'Create a snapshot after the sandbox has run.',
  retryable: false,
};

export const unsavedWorkspace: StatusReason = {
  code: 'workspace_unsaved',
  message: 'The workspace of the sandbox could not be saved.',
  remedy: 'Resume the sandbox, then create a snapshot.',
  retryable: true,
};

export const baseNotReady: StatusReason = {
  code: 'workspace_not_ready',
  message: 'The sandbox begins from a snapshot that is still being created.',
  remedy: 'Wait until that snapshot is READY, then try again.',
  retryable: true,
};

export const baseMissing: StatusReason = {
  code: 'workspace_not_ready',
  message: 'The record of the snapshot that the sandbox begins from is missing.',
  remedy: 'Resume the sandbox and pause it again, which saves a workspace of its own. Then try again.',
  retryable: true,
};

export const dataGone: StatusReason = {
  code: 'snapshot_lost',
  message: 'The data of the snapshot no longer exists: its EBS snapshot was deleted in the AWS account.',
  remedy: 'Delete this snapshot, and use another one.',
  retryable: false,
};

export const copyRefused: StatusReason = {
  code: 'access_denied',
  message: 'This service lacks a permission that it needs to create snapshots.',
  remedy: 'Ask the operator to correct the permissions of this service.',
  retryable: false,
};

export const ebsQuotaReached: StatusReason = {
  code: 'snapshot_quota_reached',
  message: 'The AWS account has reached its snapshot quota.',
  remedy: 'Delete snapshots that you do not need, or ask the operator for a higher EBS snapshot quota. Then try again.',
  retryable: true,
};

/** @param why EC2's message */
export function copyFailed(why: string): StatusReason {
  return {
    code: 'snapshot_failed',
    message: `EC2 could not create the snapshot: ${quote(why)}.`,
    remedy: 'Delete this snapshot and create another one.',
    retryable: true,
  };
}

export function copyTooLate(hours: number): StatusReason {
  return {
    code: 'snapshot_timeout',
    message: `The snapshot was not complete after ${hours} hours.`,
    remedy: 'Delete this snapshot and create another one.',
    retryable: true,
  };
}
