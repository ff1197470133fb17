import { enableCompileCache, flushCompileCache } from 'node:module';

// Every sandbox starts this program: code that an earlier start compiled halves the CPU time of the next.
enableCompileCache();
await import('./program.ts');
// At once, because a killed process writes nothing at its end.
flushCompileCache();
