import type { Context } from 'aws-lambda';

/** What Lambda says of a call, with ten seconds left. */
export function contextOf(functionName: string): Context {
  const notUsed = () => undefined;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '1',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: 'bench',
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'bench',
    getRemainingTimeInMillis: () => 10_000,
    done: notUsed,
    fail: notUsed,
    succeed: notUsed,
  };
}
