/** The stage variable with the console's URL. The API document and the functions cannot refer to the console itself. */
export const CONSOLE_URL = 'consoleUrl';
