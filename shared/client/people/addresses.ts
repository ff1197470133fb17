export { CLI_CALLBACK, CLI_PORTS, CONSOLE_SIGN_IN } from '../../contract/shapes/sign-in-addresses.ts';
