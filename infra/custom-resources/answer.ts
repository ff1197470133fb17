/** The members of CloudFormation's event that the handlers read. */
export interface ResourceEvent {
  readonly RequestType: 'Create' | 'Update' | 'Delete';
  /** Signed: anyone who has it can respond, so it is not logged. */
  readonly ResponseURL: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
  /** Absent for `Create`. */
  readonly PhysicalResourceId?: string;
}

interface Outcome {
  readonly Status: 'SUCCESS' | 'FAILED';
  /** The value of `Ref`. When it changes, CloudFormation deletes the resource with the former id. */
  readonly PhysicalResourceId: string;
  /** Why it failed, and what to do. */
  readonly Reason?: string;
}

/** @throws when CloudFormation does not accept the response; Lambda then repeats the event */
export async function answer(event: ResourceEvent, outcome: Outcome): Promise<void> {
  const { ResponseURL, StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...outcome, StackId, RequestId, LogicalResourceId });
  // The signature of the URL covers an empty content type.
  const response = await fetch(ResponseURL, { method: 'PUT', headers: { 'content-type': '' }, body });
  if (!response.ok) throw new Error(`CloudFormation did not accept the response: HTTP ${response.status}.`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
