import text from '../../docs/openapi.json' with { type: 'json' };

/** The committed document, generated from the contract. The build puts what it holds, compressed, in the place of this module. */
export const committedDocument = text;
