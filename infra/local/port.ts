import { createServer } from 'node:net';
import { UserError } from './user-error.ts';

/**
 * Looks early: otherwise a port in use would be found only after seconds of building.
 *
 * @throws UserError naming PORT when something else listens there.
 */
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
