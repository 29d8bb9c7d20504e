import type { FormField } from './define-form.ts';

export type FieldRowProps = {
  readonly id: string;
  readonly field: FormField;
  readonly text: string;
  readonly error: string | null;
  /** In place of the field's own. */
  readonly hint?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onLeave?: () => void;
};

/** The attributes that every kind of input has. */
export type SharedInput = {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly className: string;
};
