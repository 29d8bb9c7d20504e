/** Keys of every screen, as `?` lists them. A letter that is not here does not compile (useListKeys). */

/** Keys that act while nothing is typed. */
export const letters = ['/', '?', 'c', 'e', 'f', 'j', 'k', 'l', 'm', 'n', 'o', 's', 't', 'u', 'x'] as const;
export type Letter = (typeof letters)[number];

/** Caps separated by spaces, and what they do. */
type KeyLine = readonly [caps: string, does: string];
type KeyGroup = { readonly name: string; readonly keys: readonly KeyLine[] };

export const keyGroups: readonly KeyGroup[] = [
  {
    name: 'Everywhere',
    keys: [
      ['Ctrl K', 'Go to anything: Enter opens, Ctrl Enter opens the map, Tab its messages'],
      ['Esc', 'Close'],
      ['?', 'This list'],
    ],
  },
  {
    name: 'Lists',
    keys: [
      ['/', 'Go to the filter'],
      ['N', 'Show new rows'],
      ['↑ ↓ ← →', 'Move between cells'],
      ['PgUp PgDn', 'Move by a page of rows'],
      ['Home End', 'First and last cell of the row, with Ctrl of the table'],
      ['Enter', 'Expand the row, sort by the header'],
      ['Shift ← →', 'Change the width of the column, on its header'],
      ['Alt ↓', 'Open the menu of the column, on its header'],
    ],
  },
  {
    name: 'Read and Lines',
    keys: [
      ['J K', 'Next and previous message'],
      ['O M C', 'Aircraft, map and copy of the selected message'],
      ['X', 'Mark the selected message for export'],
      ['U', 'Back to the rows'],
    ],
  },
  {
    name: 'Faults',
    keys: [['S N', 'State and note of the row that has the focus']],
  },
  {
    name: 'Faults of an aircraft',
    keys: [
      ['J K', 'Next and previous fault'],
      ['S N C', 'State, note, and copy of the work note'],
      ['U', 'Back to all faults'],
    ],
  },
  {
    name: 'Dialogue of an aircraft',
    keys: [
      ['J K', 'Next and previous message'],
      ['M C', 'Map of the aircraft, and copy of the message that has the focus'],
      ['U', 'Back to the aircraft'],
    ],
  },
  {
    name: 'Notices',
    keys: [
      ['J K', 'Next and previous notice'],
      ['T E', 'Take, and done'],
      ['Enter', 'Open the event'],
      ['U', 'Back to the rows'],
    ],
  },
  {
    name: 'Rules',
    keys: [['Ctrl Enter', 'Save the rule']],
  },
  {
    name: 'Map',
    keys: [
      ['/', 'Search the map'],
      ['L', 'Choose a base layer'],
      ['O', 'Page of the selected aircraft'],
      ['F', 'Follow the selected aircraft, without one the full-screen map'],
      ['+ − ↑ ↓ ← →', 'Zoom and pan the focused map'],
      ['PgUp PgDn', 'Move by 15 minutes in a replay'],
    ],
  },
  {
    name: 'Charts, time band and stations',
    keys: [
      ['← →', 'Read the next point, move the end of the range'],
      ['Ctrl ← →', 'Move the end of the range by an hour'],
      ['↑ ↓', 'Move between stations'],
    ],
  },
];
