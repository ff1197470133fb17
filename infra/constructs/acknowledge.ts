import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts findings of cdk-nag by id for one construct and its children, with the reasons. */
export function acknowledge(scope: IConstruct, reasons: Readonly<Record<string, string>>): void {
  Validations.of(scope).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
}
