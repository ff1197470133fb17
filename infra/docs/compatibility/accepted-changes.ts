/**
 * Differences from the last release that break no client, each with its reason. The next release empties both lists.
 */

/** Patterns that accept whatever the pattern of the release accepts. A test tries each pair. */
export const widerPatterns: ReadonlyMap<string, string> = new Map([
  // A repository.
  [
    String.raw`^(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]|%20){0,99}\/){1,20}(?!\.+$)(?!.*\.[Gg][Ii][Tt]$)[A-Za-z0-9._](?:[A-Za-z0-9._-]|%20){0,99}$`,
    String.raw`^(?:(?!\.+\/)[^ \\/:*?"<>|#]{1,255}\/){1,20}(?!\.+$)(?!.*\.[Gg][Ii][Tt]$)[^ \\/:*?"<>|#]{1,255}$`,
  ],
  // A branch. The characters that the release refused in a pattern of their own are in git's rule now.
  [
    String.raw`^(?!.*\.\.)(?:(?![.-])(?![^/]*\.(?:lock)?(?:\/|$))[^/]+(?:\/(?!$)|$))+$`,
    String.raw`^(?!@$)(?![-./])(?!.*(?:\.\.|@\{|\/[./]|\.lock\/|\.lock$|[./]$))[^ ~^:?*[\\]+$`,
  ],
  // The host of a git provider.
  [
    String.raw`^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/)?(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?)?\/*$`,
    String.raw`^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/)?(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~%-]+)*)?\/*$`,
  ],
  // A path in the workspace.
  [
    String.raw`^\/workspace(?:\/(?!\.\.(?:\/|$))[^/\p{Cc}]*)*$`,
    String.raw`^\/workspace(?:\/(?!\.\.(?:\/|$))[^/\u0000-\u001f\u007f-\u009f]*)*$`,
  ],
  // A git ref.
  [String.raw`^(?!-)[^\s\p{C}]+$`, '^(?!-)[^ ]+$'],
]);

/** Sentences of the check. */
export const acceptedChanges: ReadonlySet<string> = new Set([
  // The operations still accept JSON. The document names one type, as generated clients cannot choose between two.
  'POST /oauth/device/token body: application/json is gone',
  'POST /oauth/device/verify-authenticated body: application/json is gone',
  // It had no effect. It is a limit in millionths of a US dollar now, which larger numbers would make inexact.
  'POST /api/settings body.max_budget_per_task: maximum is 1000000, was 9007199254740991',
  'POST /api/v1/settings body.max_budget_per_task: maximum is 1000000, was 9007199254740991',
  // Only agents call these. The service gives each its delivery key, and accepts the session key of agents that an
  // earlier version started until their next start.
  'POST /api/v1/webhooks/conversations: sandboxKey can no longer call it',
  'POST /api/v1/webhooks/events/{conversation_id}: sandboxKey can no longer call it',
  'POST /api/v1/webhooks/{sandbox_id}/conversations: sandboxKey can no longer call it',
  'POST /api/v1/webhooks/{sandbox_id}/events/{conversation_id}: sandboxKey can no longer call it',
]);
