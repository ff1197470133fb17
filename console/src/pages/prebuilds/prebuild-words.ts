import type { Tone } from '../../../../shared/presentation/conversations.ts';
import type { Prebuild } from '../../api/shapes.ts';

export const stateLooks: Readonly<Record<Prebuild['state'], { readonly word: string; readonly tone: Tone }>> = {
  BUILDING: { word: 'Building', tone: 'info' },
  READY: { word: 'Ready', tone: 'good' },
  ERROR: { word: 'Failed', tone: 'bad' },
};

export const refreshWords: Readonly<Record<Prebuild['refresh'], string>> = {
  never: 'Only on request',
  daily: 'Every day',
  push: 'After each push',
};

/** `45 s`, `12 min` */
export function buildTime(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
