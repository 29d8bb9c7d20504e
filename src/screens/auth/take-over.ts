/** Adopts the static form of index.html: typed values, focus, and a click or a press on LOG IN. */

type Early = {
  readonly username: string;
  readonly password: string;
  readonly focus: 'username' | 'password' | null;
  readonly selection: readonly [number, number] | null;
  readonly isSubmitted: boolean;
};

/** Reads and removes the static form. Null if it is gone already or was never shown. */
export function takeOver(): Early | null {
  const boot = document.getElementById('boot');
  if (!boot) return null;
  const isShown = document.documentElement.dataset.boot !== 'in';
  const form = boot.querySelector('form');
  const early = isShown && form ? readForm(form) : null;
  boot.remove();
  return early;
}

function readForm(form: HTMLFormElement): Early {
  const field = (name: string): HTMLInputElement | null => form.querySelector(`input[name="${name}"]`);
  const active = document.activeElement;
  const focus = (['username', 'password'] as const).find((name) => active !== null && active === field(name)) ?? null;
  const input = focus && field(focus);
  return {
    username: field('username')?.value ?? '',
    password: field('password')?.value ?? '',
    focus,
    selection: input ? [input.selectionStart ?? 0, input.selectionEnd ?? 0] : null,
    isSubmitted: form.dataset.submitted === 'yes' || form.dataset.pressed === 'yes',
  };
}
