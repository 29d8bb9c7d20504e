/** A form screen: title, errors, fields, buttons. `save` of the screen decides where to go after success. */

import { IconAlertCircle, IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isUnconfirmed } from '../data/api-error.ts';
import { counted } from '../lib/format.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ServerMessage } from '../ui/ServerMessage.tsx';
import { type FormDefinition, type FormErrors, type FormValues, fieldsOf } from './define-form.ts';
import { FormFieldRow } from './FormFieldRow.tsx';
import styles from './FormScreen.module.css';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { type FormHandle, useForm } from './use-form.ts';

type FormScreenProps<N extends string> = {
  readonly form: FormDefinition<N>;
  readonly title: string;
  /** Initial values, also after CLEAR. */
  readonly initial: FormValues<N>;
  /** Target of the arrow next to the title. */
  readonly back: { readonly to: string; readonly label: string };
  /** Sends the values and navigates. Errors are shown and keep the input. */
  readonly save: (values: FormValues<N>) => Promise<void>;
  readonly onCancel?: () => void;
  /** Reads the saved version as the new `initial`. Offered when a save was refused because someone else had saved (409). */
  readonly reload?: () => Promise<FormValues<N>>;
  /** Between title and fields. */
  readonly intro?: ReactNode;
  /** Next to the buttons. */
  readonly more?: ReactNode;
  /** Below the fields of a section, by its title. */
  readonly below?: Readonly<Record<string, (handle: FormHandle) => ReactNode>>;
};

export function FormScreen<N extends string>(props: FormScreenProps<N>): ReactElement {
  const { form, back } = props;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const focusField = (name: string): void =>
    element.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
  const handle = useForm(form, props.initial, (values) => props.save(values as FormValues<N>), focusField);
  return (
    <form
      ref={element}
      className={styles.screen}
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void handle.submit();
      }}
    >
      <div className={styles.scroller}>
        <header className={styles.top}>
          <Link to={back.to} className={styles.back} aria-label={back.label}>
            <IconArrowLeft size={18} aria-hidden="true" />
          </Link>
          <h1 id={`${id}-title`}>{props.title}</h1>
        </header>
        <div className={styles.body}>
          <Summary form={form} handle={handle} onField={focusField} reload={props.reload} />
          {handle.isRestored ? <Restored form={form} /> : null}
          {props.intro}
          <FormSections
            id={id}
            form={form}
            values={handle.values}
            errors={handle.errors}
            notes={handle.overtaken}
            onText={handle.set}
            onLeave={handle.leave}
            below={(title) => props.below?.[title]?.(handle)}
          />
        </div>
      </div>
      <Buttons form={form} handle={handle} onCancel={props.onCancel} more={props.more} />
      <LeaveQuestion isUnsaved={handle.isUnsaved} />
    </form>
  );
}

/** After a reload: input is restored, passwords are not. */
function Restored({ form }: { form: FormDefinition }): ReactElement {
  const hasPassword = fieldsOf(form).some(({ type }) => type === 'password');
  return (
    <p role="status" className={styles.restored}>
      Your unsaved changes were restored.
      {hasPassword ? ' Passwords are not stored. Enter them again.' : null}
    </p>
  );
}

/** At the top: not saved, the reason, and which fields need a change. */
function Summary(props: {
  readonly form: FormDefinition;
  readonly handle: FormHandle;
  readonly onField: (name: string) => void;
  readonly reload: (() => Promise<FormValues>) | undefined;
}): ReactElement {
  const { failure, errors, overtaken } = props.handle;
  const wrong = fieldsOf(props.form).filter(({ name }) => errors[name] !== undefined);
  const box = useRef<HTMLDivElement>(null);
  const isFailed = failure !== null && wrong.length === 0;
  // On a long form it is out of view. Field errors are scrolled into view instead.
  useEffect(() => {
    if (isFailed) box.current?.scrollIntoView({ block: 'center' });
  }, [isFailed]);
  return (
    <div role="alert" ref={box}>
      {failure || wrong.length > 0 ? (
        <div className={styles.summary}>
          <IconAlertCircle size={20} aria-hidden="true" className={styles.icon} />
          <p>
            <strong>{isUnconfirmed(failure) ? 'The server did not confirm the save.' : 'Nothing was saved.'}</strong>{' '}
            {failure && wrong.length === 0 ? (
              <ServerMessage text={failure.message}>{failure.message} </ServerMessage>
            ) : null}
            {wrong.length > 0 ? `${counted(wrong.length, 'field needs', 'fields need')} a change: ` : null}
            {wrong.map(({ name, label }, at) => (
              <span key={name}>
                {at > 0 ? ', ' : null}
                <button type="button" className={styles.toField} onClick={() => props.onField(name)}>
                  {label}
                </button>
              </span>
            ))}
            {failure && wrong.length === 0 ? 'What you typed is still here.' : null}
          </p>
          {failure?.status === 409 && wrong.length === 0 && props.reload ? (
            <Reload handle={props.handle} reload={props.reload} />
          ) : null}
        </div>
      ) : null}
      {Object.keys(overtaken).length > 0 ? (
        <p className={styles.restored}>
          The saved version is shown below. Your changes stay. Where someone else changed the same field, their value is
          shown under it.
        </p>
      ) : null}
    </div>
  );
}

/** Input stays and is shown next to the saved version. */
function Reload({ handle, reload }: { handle: FormHandle; reload: () => Promise<FormValues> }): ReactElement {
  const [isBusy, setBusy] = useState(false);
  return (
    <PlainButton
      aria-disabled={isBusy}
      onClick={async () => {
        if (isBusy) return;
        setBusy(true);
        await handle.rebase(reload);
        setBusy(false);
      }}
    >
      Load the saved version
    </PlainButton>
  );
}

function Buttons(props: {
  readonly form: FormDefinition;
  readonly handle: FormHandle;
  readonly onCancel: (() => void) | undefined;
  readonly more: ReactNode;
}): ReactElement {
  const { form, handle } = props;
  const { save, clear, cancel } = form.buttons;
  return (
    <footer className={styles.foot}>
      <PlainButton
        type="submit"
        look="filled"
        className={form.isRemoval ? styles.removal : undefined}
        aria-busy={handle.isBusy}
        aria-disabled={handle.isBusy}
      >
        {save}
      </PlainButton>
      {clear ? <PlainButton onClick={handle.clear}>{clear}</PlainButton> : null}
      {cancel ? (
        <PlainButton
          onClick={() => {
            handle.giveUp();
            props.onCancel?.();
          }}
        >
          {cancel}
        </PlainButton>
      ) : null}
      {props.more}
      <span role="status" className="dl-hidden">
        {handle.isBusy ? 'Saving' : ''}
      </span>
    </footer>
  );
}

function FormSections(props: {
  /** Prefix of the ids of inputs. */
  readonly id: string;
  readonly form: Pick<FormDefinition, 'sections'>;
  readonly values: FormValues;
  readonly errors?: FormErrors;
  /** In place of hints. */
  readonly notes?: FormErrors;
  readonly onText?: (name: string, text: string) => void;
  readonly onLeave?: (name: string) => void;
  /** Below the fields of the section with that title. */
  readonly below?: (title: string) => ReactNode;
}): ReactElement {
  return (
    <>
      {props.form.sections.map((section) => (
        <fieldset key={section.title} className={styles.section}>
          <legend className={styles.legend}>{section.title}</legend>
          <div className={styles.fields}>
            {section.fields
              .filter(({ applies }) => applies?.(props.values) !== false)
              .map((field) => (
                <FormFieldRow
                  key={field.name}
                  id={`${props.id}-${field.name}`}
                  field={field}
                  text={props.values[field.name] ?? ''}
                  error={props.errors?.[field.name] ?? null}
                  hint={props.notes?.[field.name] ?? field.hint}
                  onText={(text) => props.onText?.(field.name, text)}
                  onLeave={() => props.onLeave?.(field.name)}
                />
              ))}
          </div>
          {props.below?.(section.title)}
        </fieldset>
      ))}
    </>
  );
}
