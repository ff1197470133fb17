export function patchConsole(logFormat: string | undefined, currentRequestId: () => string | undefined): void;
