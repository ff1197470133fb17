import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A change of what the queries with this key show. They are read again after it. */
export function useChange<Input, Output>(
  key: string,
  change: (input: Input) => Promise<Output>,
  done: (output: Output) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (output: Output) => {
      done(output);
      return queries.invalidateQueries({ queryKey: [key] });
    },
  });
}
