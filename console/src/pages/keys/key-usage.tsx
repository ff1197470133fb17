import { useSession } from '../../session/session.ts';
import { CodeSample } from '../../ui/code-sample.tsx';

/** What to do with a key that was just made. */
export function KeyUsage({ apiKey }: { readonly apiKey: string }) {
  const { apiUrl } = useSession().config;
  const code = `export ACS_URL=${apiUrl}
export ACS_API_KEY=${apiKey}
curl -H "Authorization: Bearer $ACS_API_KEY" "$ACS_URL/api/keys/current"`;
  return <CodeSample code={code} label="Try it in a shell" />;
}
