import type { ApiDescription } from './api-description.ts';
import { committedDocument } from './committed-document.ts';
import { renderPage } from './render-page.ts';

/** The page of the committed document. The build puts the text itself, compressed, in the place of this module. */
export const page = renderPage(committedDocument as unknown as ApiDescription);
