import { committedDocument } from '../service/committed-document.ts';
import { exposedTools } from './exposed-tools.ts';
import { toolsOfDocument } from './tools-of-document.ts';

/** All tools, made from the committed OpenAPI document. The build replaces this module by its compressed content. */
export const tools = toolsOfDocument(committedDocument, exposedTools);
