import { createServer } from 'node:net';
import { UserError } from '../terminal/user-error.ts';

/** Looks before seconds of building. @throws UserError when it is in use, by default naming PORT */
export function assertPortIsFree(port: number, inUse = servicePortInUse): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(port, error, inUse)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}

function servicePortInUse(port: number): UserError {
  return new UserError(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
}

function portError(port: number, error: NodeJS.ErrnoException, inUse: (port: number) => UserError): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return inUse(port);
    case 'EACCES':
      return new UserError(`Port ${port} may not be used by you. Choose one above 1023: PORT=3000 npm start`);
    default:
      return error;
  }
}
