import text from '../../../docs/openapi.json' with { type: 'json' };

/** The committed document, generated from the contract. The build replaces this module by its compressed content. */
export const committedDocument = text;
