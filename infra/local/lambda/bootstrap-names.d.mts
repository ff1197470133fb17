export function isLocalName(name: string): boolean;
export function patchLookups(): void;
