import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { useToast } from '../../../ui/toasts.ts';
import { refreshConversations } from '../queries.ts';

interface Props {
  readonly conversation: Pick<Conversation, 'id' | 'max_budget_per_task'>;
  readonly onClose: () => void;
}

/** Changes what the language models of a conversation can cost. */
export function BudgetDialog({ conversation: { id, max_budget_per_task: budget }, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (max_budget_per_task: number | null) =>
      answerOf(
        api.PATCH('/api/v1/app-conversations/{conversation_id}', {
          params: { path: { conversation_id: id } },
          body: { max_budget_per_task },
        }),
      ),
    onSuccess: async () => {
      toast({ tone: 'good', title: 'Budget changed' });
      onClose();
      await refreshConversations(queries);
    },
  });
  return (
    <Dialog onClose={onClose} title="Budget of this conversation">
      <DialogForm
        action="Save"
        mutation={change}
        onClose={onClose}
        onSubmit={(fields) => change.mutate(budgetIn(textIn(fields, 'budget')))}
      >
        <TextField
          defaultValue={budget ?? ''}
          error={fieldErrors(change.error).max_budget_per_task}
          hint="What its language models can cost in all, without the sandbox. Empty: as in the settings. 0: no limit. The monthly budgets apply too."
          label="Budget in USD"
          max={1_000_000}
          min={0}
          name="budget"
          step="any"
          type="number"
        />
      </DialogForm>
    </Dialog>
  );
}

/** Null for an empty field: the budget of the settings applies. */
export function budgetIn(text: string): number | null {
  return text === '' ? null : Number(text);
}
