import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts findings of cdk-nag for one construct and what it holds: each finding by its id, with the reason why it is no fault here. */
export function acknowledge(scope: IConstruct, reasons: Readonly<Record<string, string>>): void {
  Validations.of(scope).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
}
