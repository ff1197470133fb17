import { useRef } from 'react';

interface Once {
  /** The idempotency key of a request: the same one for the same content, until it has ended. */
  readonly headerOf: (content: unknown) => { readonly 'Idempotency-Key': string };
  /** The request has succeeded, so that the same content is a new request. */
  readonly end: () => void;
}

/** Lets a retry after a lost response start nothing twice. */
export function useOnce(): Once {
  const submission = useRef({ content: '', key: '' });
  return {
    headerOf: (content) => {
      const text = JSON.stringify(content);
      if (submission.current.content !== text) submission.current = { content: text, key: crypto.randomUUID() };
      return { 'Idempotency-Key': submission.current.key };
    },
    end: () => {
      submission.current = { content: '', key: '' };
    },
  };
}
