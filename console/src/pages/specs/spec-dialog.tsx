import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { SpecDetails } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/fields.tsx';
import { textIn } from '../../ui/forms.ts';
import { useToast } from '../../ui/toasts.ts';
import { SpecFields } from './spec-fields.tsx';
import { SPEC, type SpecOrder, type SpecPage, useSpecUpdate } from './spec-queries.ts';
import { specIn } from './spec-words.ts';

interface Props {
  readonly offer: NonNullable<SpecPage['own_specs']>;
  /** The spec of which a new version is made; undefined for a new spec. */
  readonly spec?: SpecDetails;
  readonly onClose: () => void;
  readonly onSaved: (saved: SpecDetails) => void;
}

/** Creates a spec, or makes a new version of one. */
export function SpecDialog({ offer, spec, onClose, onSaved }: Props) {
  const api = useApi();
  const toast = useToast();
  const save = useSpecUpdate(
    ({ name, ...body }: SpecOrder) =>
      spec === undefined
        ? answerOf(api.POST('/api/v1/sandbox-specs', { body: { ...body, name } }))
        : answerOf(api.PATCH(SPEC, { params: { path: { spec_id: spec.id } }, body })),
    (saved) => {
      const detail = 'The service checks it by a first start.';
      toast(
        saved.version === spec?.version
          ? { tone: 'good', title: 'Nothing changed' }
          : { tone: 'good', title: spec === undefined ? 'Spec created' : 'New version created', detail },
      );
      onClose();
      onSaved(saved);
    },
  );
  const errors = fieldErrors(save.error);
  const submit = (fields: FormData): void => {
    const { image = '', ...rest } = specIn(fields);
    save.mutate({ ...rest, image, name: textIn(fields, 'name') });
  };
  return (
    <Dialog isWide onClose={onClose} title={spec === undefined ? 'Create a sandbox spec' : `New version of ${spec.id}`}>
      <DialogForm
        action={spec === undefined ? 'Create' : 'Create version'}
        mutation={save}
        onClose={onClose}
        onSubmit={submit}
      >
        {spec === undefined && (
          <TextField
            autoComplete="off"
            error={errors.name}
            hint="Lower-case letters, digits and hyphens. The ID of the spec is own. and this name."
            label="Name"
            maxLength={32}
            name="name"
            placeholder="rust"
            required
            spellCheck={false}
          />
        )}
        <SpecFields errors={errors} registries={offer.registries} spec={spec} />
        <p className="text-ink-soft text-sm">
          The service checks each version by a first start: a sandbox of yours, which counts and costs like any other.
          {spec !== undefined && ' New sandboxes use the version when its check has passed. Existing ones keep theirs.'}
        </p>
      </DialogForm>
    </Dialog>
  );
}
