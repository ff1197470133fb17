import * as z from 'zod';

/** Servers of many customers. A path after them names an organization, and not the server. */
const PUBLIC = /^(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/.*$/i;

/** A server can be below a path, as `git.example.com/forgejo` or `dev.azure.com/organization`. */
export const GitServer = z
  .string()
  .trim()
  .max(300)
  .regex(
    /^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/)?(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~%-]+)*)?\/*$/,
    {
      error: 'Must be a host name such as git.example.com, optionally with a port and a path.',
    },
  )
  .transform((host) =>
    host
      .replace(/^https?:\/\//i, '')
      .replace(/\/+$/, '')
      .replace(PUBLIC, '$1'),
  )
  .meta({
    description:
      'The host of your own server, optionally with a port, and with a path if the server is below one, such as `git.example.com/forgejo`. For one organization of Azure DevOps, `dev.azure.com/organization`.',
  });
