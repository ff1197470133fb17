/** How an invocation ended. With `functionError` set, `payload` is the error as Lambda would return it. */
export interface Outcome {
  readonly payload: unknown;
  readonly functionError?: { readonly errorType: string; readonly errorMessage: string };
}

export function failure(errorType: string, errorMessage: string, trace?: readonly string[]): Outcome {
  return {
    payload: { errorType, errorMessage, ...(trace ? { trace } : {}) },
    functionError: { errorType, errorMessage },
  };
}
