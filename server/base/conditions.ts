/**
 * Registry of current problems. Subsystems report a condition when it begins and clear it when it ends. `/health` lists them.
 * Texts are public: never include a path, an address or a name of a person.
 */
import { writeInstant } from '../../contract/params.ts';
import { clock } from './clock.ts';

/** Add the name of a new condition here. */
export const conditionNames = [
  'backup',
  'clock',
  'database',
  'disk',
  'leader',
  'messages',
  'mqtt',
  'push',
  'reading',
  'receivers',
  'replica',
  'servers',
  'size',
] as const;
type ConditionName = (typeof conditionNames)[number];
export type Condition = { readonly name: ConditionName; readonly since: string; readonly message: string };

export class Conditions {
  private readonly current = new Map<ConditionName, Condition>();

  /** `message` = one sentence about the problem. null = solved. A repeated report keeps the time of the first. */
  report(name: ConditionName, message: string | null): void {
    const since = this.current.get(name)?.since ?? writeInstant(clock.now());
    if (message === null) this.current.delete(name);
    else this.current.set(name, { name, since, message });
  }

  /** Oldest first. */
  list(): readonly Condition[] {
    return [...this.current.values()];
  }
}
