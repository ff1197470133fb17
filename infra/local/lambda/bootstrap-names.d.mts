export function patchLookups(domain?: string | undefined): void;
