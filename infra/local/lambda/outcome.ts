/** The result of an invocation. With `functionError` set, `payload` is the error as Lambda would return it. */
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

/** Lambda's limit for a response: 6 MB and a little for what surrounds it. */
const maximumAnswerBytes = 6_291_556;

/** The response of a function, from its JSON. One that is too large is an error of the function. */
export function success(json: string): Outcome {
  if (Buffer.byteLength(json) <= maximumAnswerBytes) return { payload: JSON.parse(json) };
  const limit = `Response payload size exceeded maximum allowed payload size (${maximumAnswerBytes} bytes).`;
  return failure('Function.ResponseSizeTooLarge', limit);
}
