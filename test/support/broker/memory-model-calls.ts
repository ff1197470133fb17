import type {
  ModelCallEnd,
  ModelCalls,
  NewModelCall,
  OpenModelCall,
} from '../../../shared/domain/broker/calls/model-call.ts';

/** Admits every call, unless it is told to refuse, and keeps what it was told. */
export class MemoryModelCalls implements ModelCalls {
  readonly opened: NewModelCall[] = [];
  readonly closed: ModelCallEnd[] = [];
  /** Makes the next calls fail to open. */
  refusal: Error | undefined;
  /** Makes the next calls fail to close. */
  closeFailure: Error | undefined;

  async open(call: NewModelCall): Promise<OpenModelCall> {
    if (this.refusal) throw this.refusal;
    this.opened.push(call);
    return { ownerId: call.ownerId, callId: `call-${this.opened.length}`, endsBy: new Date(8.64e15) };
  }

  async close(_call: OpenModelCall, end: ModelCallEnd): Promise<void> {
    this.closed.push(end);
    if (this.closeFailure) throw this.closeFailure;
  }
}
