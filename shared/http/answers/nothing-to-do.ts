import type { MiddlewareObj } from '@middy/core';

/** A middleware for endpoints that it has nothing to do with: middy takes none that is empty. */
export const nothingToDo: MiddlewareObj = { before: () => undefined };
