// Preloaded into the process of one function instance: writes the CPU of INIT and of the first call into a file. Plain
// JavaScript, because stripping types would be measured too.
import { writeFileSync } from 'node:fs';

const { METER_FILE = '' } = process.env;
// Lambda does not have them.
delete process.env.METER_FILE;
delete process.env.NODE_OPTIONS;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

let begun = 0;
let init = 0;
let called = 0;

// The bootstrap adds its last listener of errors right before it loads the function.
process.on('newListener', (name) => {
  if (name === 'unhandledRejection') begun = cpuMs();
});
process.once('message', () => {
  called = cpuMs();
});

const send = process.send?.bind(process);
process.send = /** @type {typeof process.send} */ (
  (message, ...rest) => {
    if (message.type === 'ready') init = cpuMs() - begun;
    if (message.type === 'success') writeFileSync(METER_FILE, JSON.stringify({ init, first: cpuMs() - called }));
    return /** @type {Function} */ (send)(message, ...rest);
  }
);
