import text from '../../../docs/openapi.json' with { type: 'json' };

/** The committed OpenAPI document. The build replaces this module by the compressed content. */
export const committedDocument = text;
