import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why the service or the form rejects the value. */
  readonly error?: string | undefined;
}

const control =
  'w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 py-2 text-sm aria-invalid:border-bad disabled:opacity-60';

type Remarks = Pick<FieldProps, 'hint' | 'error'>;

/** The attributes that connect a control with its label, hint and error. */
function attributesOf(id: string, { hint, error }: Remarks) {
  const ids = [hint && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return { id, 'aria-describedby': ids.join(' ') || undefined, 'aria-invalid': error !== undefined || undefined };
}

interface FrameProps extends FieldProps {
  readonly required?: boolean | undefined;
  readonly children: (attributes: ReturnType<typeof attributesOf>) => ReactNode;
}

function Frame({ label, hint, error, required, children }: FrameProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label className="font-medium text-sm" htmlFor={id}>
        {label}
        {required && <span className="text-ink-soft"> (required)</span>}
      </label>
      {children(attributesOf(id, { hint, error }))}
      <HintAndError error={error} hint={hint} id={id} />
    </div>
  );
}

function HintAndError({ id, hint, error }: Remarks & { readonly id: string }) {
  return (
    <>
      {hint && (
        <div className="text-ink-soft text-xs" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p className="text-bad text-xs" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

export function TextField({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'input'>) {
  return (
    <Frame error={error} hint={hint} label={label} required={rest.required}>
      {(attributes) => <input className={classes(control, className)} {...attributes} {...rest} />}
    </Frame>
  );
}

export function TextAreaField({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Frame error={error} hint={hint} label={label} required={rest.required}>
      {(attributes) => <textarea className={classes(control, className)} {...attributes} {...rest} />}
    </Frame>
  );
}

interface SelectProps extends FieldProps, ComponentProps<'select'> {
  /** Options after the children. */
  readonly options?: readonly (readonly [value: string | number, label: string])[];
}

/** A native select, which every screen reader and phone supports. */
export function SelectField({ label, hint, error, className, options = [], children, ...rest }: SelectProps) {
  return (
    <Frame error={error} hint={hint} label={label} required={rest.required}>
      {(attributes) => (
        <select className={classes(control, className)} {...attributes} {...rest}>
          {children}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

export function CheckboxField({ label, hint, error, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  const attributes = attributesOf(id, { hint, error });
  return (
    <div className="flex gap-2.5">
      <input className="mt-0.5 size-4 shrink-0 accent-accent-fill" type="checkbox" {...attributes} {...rest} />
      <div className="grid content-start gap-0.5">
        <label className="font-medium text-sm" htmlFor={id}>
          {label}
        </label>
        <HintAndError error={error} hint={hint} id={id} />
      </div>
    </div>
  );
}
