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

interface FrameProps extends FieldProps {
  readonly id: string;
  readonly required?: boolean | undefined;
  readonly children: ReactNode;
}

function Frame({ id, label, hint, error, required, children }: FrameProps) {
  return (
    <div className="grid content-start gap-1.5">
      <label className="font-medium text-sm" htmlFor={id}>
        {label}
        {required && <span className="text-ink-soft"> (required)</span>}
      </label>
      {children}
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
    </div>
  );
}

function described(id: string, { hint, error }: FieldProps) {
  const ids = [hint && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return { 'aria-describedby': ids.join(' ') || undefined, 'aria-invalid': error !== undefined || undefined };
}

export function TextField({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Frame error={error} hint={hint} id={id} label={label} required={rest.required}>
      <input className={classes(control, className)} id={id} {...described(id, { label, hint, error })} {...rest} />
    </Frame>
  );
}

export function TextAreaField({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Frame error={error} hint={hint} id={id} label={label} required={rest.required}>
      <textarea className={classes(control, className)} id={id} {...described(id, { label, hint, error })} {...rest} />
    </Frame>
  );
}

/** A native select, which every screen reader and phone supports. */
export function SelectField({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'select'>) {
  const id = useId();
  return (
    <Frame error={error} hint={hint} id={id} label={label} required={rest.required}>
      <select className={classes(control, className)} id={id} {...described(id, { label, hint, error })} {...rest} />
    </Frame>
  );
}

export function CheckboxField({ label, hint, error, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className="flex gap-2.5">
      <input
        className="mt-0.5 size-4 shrink-0 accent-accent-fill"
        id={id}
        type="checkbox"
        {...described(id, { label, hint, error })}
        {...rest}
      />
      <div className="grid content-start gap-0.5">
        <label className="font-medium text-sm" htmlFor={id}>
          {label}
        </label>
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
      </div>
    </div>
  );
}
