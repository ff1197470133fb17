import type { LucideIcon } from 'lucide-react';
import type { Command } from './matching.ts';

export interface RunnableCommand extends Command {
  readonly icon: LucideIcon;
  readonly run: () => void;
}
