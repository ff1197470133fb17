import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { CheckboxField, TextField } from '../ui/fields.tsx';

interface Props {
  readonly config: ConsoleConfig;
  readonly onKey: (apiKey: string, remember: boolean) => void;
}

/** Takes a key after the service has accepted it. */
export function KeySignIn({ config, onKey }: Props) {
  const signIn = useMutation({
    mutationFn: async (apiKey: string) => {
      const { api } = new ServiceClient({
        baseUrl: config.apiUrl,
        apiKey,
        retries: { attempts: 2, longestWait: 2_000 },
      });
      await answerOf(api.GET('/api/keys/current'));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const apiKey = String(form.get('api_key')).trim();
    signIn.mutate(apiKey, { onSuccess: () => onKey(apiKey, form.has('remember')) });
  };
  const isRefused = signIn.error instanceof ApiProblem && signIn.error.status === 401;
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <TextField
        autoComplete="off"
        autoFocus
        error={isRefused ? 'This key is not valid. Check that you copied all of it.' : undefined}
        hint="It starts with acs_. npm start prints one; elsewhere, ask the administrator of the service."
        label="API key"
        name="api_key"
        pattern="\s*[!-~]+\s*"
        required
        spellCheck={false}
        type="password"
      />
      <CheckboxField
        hint="Otherwise it is forgotten when you close this tab."
        label="Remember the key in this browser"
        name="remember"
      />
      {signIn.error && !isRefused && <ErrorNotice error={signIn.error} />}
      <Button busy={signIn.isPending} type="submit" variant="primary">
        Sign in
      </Button>
    </form>
  );
}
