import { noun } from '../../command.ts';
import { deleteConversation } from './delete.ts';
import { downloadConversation } from './download.ts';
import { getConversation } from './get.ts';
import { listConversations } from './list.ts';
import { openConversation } from './open.ts';
import { pauseConversation } from './pause.ts';
import { renameConversation } from './rename.ts';
import { resumeConversation } from './resume.ts';
import { sendToConversation } from './send.ts';
import { startConversation } from './start.ts';

export const conversations = noun(
  'conversations',
  ['conversation', 'conv', 'c'],
  'Start, list and manage conversations with agents',
  [
    listConversations,
    getConversation,
    openConversation,
    startConversation,
    sendToConversation,
    renameConversation,
    pauseConversation,
    resumeConversation,
    deleteConversation,
    downloadConversation,
  ],
);
