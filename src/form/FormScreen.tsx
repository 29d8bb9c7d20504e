/**
 * A form screen: title, what is wrong, sections of fields, buttons always in sight, and the question before what was typed is lost.
 * Must not: know any one form, or leave the screen (the screen's `save` does, when the server has answered).
 */
import { IconAlertCircle, IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { PlainButton } from '../ui/PlainButton.tsx';
import { type FormDefinition, type FormValues, fieldsOf } from './define-form.ts';
import styles from './FormScreen.module.css';
import { FormSections } from './FormSections.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { type FormHandle, useForm } from './use-form.ts';

export type FormScreenProps<N extends string> = {
  readonly form: FormDefinition<N>;
  readonly title: string;
  /** What stands in the fields at first, and again after CLEAR. */
  readonly initial: FormValues<N>;
  /** Where the arrow beside the title leads. */
  readonly back: { readonly to: string; readonly label: string };
  /** Sends it, and goes on from there. What it throws is told, and what was typed stays. */
  readonly save: (values: FormValues<N>) => Promise<void>;
  readonly onCancel?: () => void;
  /** Reads what is stored now and gives it as `initial` from then on: offered where a save was refused because somebody else had saved (409). */
  readonly reload?: () => Promise<FormValues<N>>;
  /** Between the title and the fields. */
  readonly intro?: ReactNode;
  /** Beside the buttons. */
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

/** After a reload: what was typed is here, what must not be kept is not. */
function Restored({ form }: { form: FormDefinition }): ReactElement {
  const hasPassword = fieldsOf(form).some(({ type }) => type === 'password');
  return (
    <p role="status" className={styles.restored}>
      What you typed before the page was loaded again is still here and not saved.
      {hasPassword ? ' Passwords are not kept: type them again.' : null}
    </p>
  );
}

/** On top: that nothing was saved, why, and which fields need a change. */
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
  // On a long form it stands out of sight; where a field is wrong, that field is looked at.
  useEffect(() => {
    if (isFailed) box.current?.scrollIntoView({ block: 'center' });
  }, [isFailed]);
  return (
    <div role="alert" ref={box}>
      {failure || wrong.length > 0 ? (
        <div className={styles.summary}>
          <IconAlertCircle size={20} aria-hidden="true" className={styles.icon} />
          <p>
            <strong>{failure?.unreached === 'timeout' ? 'It may not be saved.' : 'Nothing was saved.'}</strong>{' '}
            {failure && wrong.length === 0 ? `${failure.message} ` : null}
            {wrong.length > 0
              ? `${wrong.length} ${wrong.length === 1 ? 'field needs' : 'fields need'} a change: `
              : null}
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
          What is stored now stands below. What you typed stays where you typed it; where somebody else has changed the
          same, what they stored is told under it.
        </p>
      ) : null}
    </div>
  );
}

/** Nothing that was typed goes: it stands beside what is stored now. */
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
      Load what is stored now
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
