/** What CloudFormation sends for a custom resource, as far as it is read here. */
export interface ResourceEvent {
  readonly RequestType: 'Create' | 'Update' | 'Delete';
  /** Signed: every holder can answer for the resource, so it stands in no log. */
  readonly ResponseURL: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
  /** Absent when the resource is made. */
  readonly PhysicalResourceId?: string;
}

interface Outcome {
  readonly Status: 'SUCCESS' | 'FAILED';
  /** What `Ref` gives. CloudFormation deletes the resource under its former id when this changes. */
  readonly PhysicalResourceId: string;
  /** Why it failed, and what to do. */
  readonly Reason?: string;
}

/** @throws when CloudFormation's bucket does not take the answer: Lambda then repeats the event. */
export async function answer(event: ResourceEvent, outcome: Outcome): Promise<void> {
  const { ResponseURL, StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...outcome, StackId, RequestId, LogicalResourceId });
  // The signature of the address covers an empty content type.
  const response = await fetch(ResponseURL, { method: 'PUT', headers: { 'content-type': '' }, body });
  if (!response.ok) throw new Error(`CloudFormation did not take the answer: HTTP ${response.status}.`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
