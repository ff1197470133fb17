import { MASK } from '../../../contract/shapes/mask.ts';

/** Secrets that are recognised by their form. */
const SECRETS: readonly RegExp[] = [
  // API keys of this service, keys for the model broker, and keys of sandboxes.
  /acs_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}/g,
  /\bacs-model\.[\w.-]{8,}/g,
  /(?<![\w-])[\w-]{3,1000}\.[\w-]{43}(?![\w-])/g,
  // Secrets of webhooks, and tokens of git providers.
  /\b(?:whsec_[\w+/=-]{16,}|gh[pousr]_\w{30,}|github_pat_\w{20,})/g,
  /\bgl(?:agent|dt|ft|imt|oas|pat|ptt|rt|soat)-[\w-]{16,}/g,
  // Keys of model providers and clouds.
  /\b(?:sk-[\w-]{16,}|xai-[\w-]{16,}|hf_\w{20,}|A(?:KI|SI)A[0-9A-Z]{16}|AIza[\w-]{35}|ya29\.[\w-]{20,})/g,
  // Keys of registries, messengers and payment providers.
  /\b(?:npm_\w{20,}|pypi-[\w-]{16,}|dckr_pat_[\w-]{16,}|xox[abeprs]-[\w-]{10,}|[rs]k_(?:live|test)_\w{16,})/g,
  // Tokens of people who signed in somewhere.
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+)?/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  // Credentials of URLs and headers.
  /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>@]+(?=@)/gi,
  /(?<=\b(?:basic|bearer)\s{1,3})[\w.~+/=-]{8,}/gi,
  /(?<=\bcookie:[ \t]{0,3})[^\r\n"']{6,}/gi,
  // What environments, settings, and JSON within texts name so.
  /(?<=(?:key|secret|token)\\{0,3}["']?[ \t]{0,9}[=:][ \t]{0,9}\\{0,3}["']?)[^\s"'\\]{6,}/gi,
  /(?<=(?:credentials?|passphrase|passw(?:or)?d)\\{0,3}["']?[ \t]{0,9}[=:][ \t]{0,9}\\{0,3}["']?)[^\s"'\\]{6,}/gi,
  // Arguments of commands.
  /(?<=-(?:[\w-]{0,40}[_-])?(?:key|passphrase|passw(?:or)?d|secret|token)[ \t]{1,3}["']?)[^\s"'-][^\s"']{5,}/gi,
];

/** The text with a mask in place of each secret. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((clean, secret) => clean.replace(secret, MASK), text);
}
