/** What kind of news something is. */
export type Tone = 'good' | 'warn' | 'bad' | 'info';
