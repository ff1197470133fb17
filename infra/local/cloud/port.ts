import { createServer } from 'node:net';
import { UserError } from '../terminal/user-error.ts';

/** Looks before seconds of building. @throws UserError naming PORT when it is in use */
export function assertPortIsFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(port, error)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}

function portError(port: number, error: NodeJS.ErrnoException): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UserError(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
    case 'EACCES':
      return new UserError(`Port ${port} may not be used by you. Choose one above 1023: PORT=3000 npm start`);
    default:
      return error;
  }
}
