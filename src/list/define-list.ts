/**
 * What a list screen declares: endpoint, columns, filters, window, paging, texts. The compiler checks every key against the endpoint.
 * Must not: know React state, a route, or any one list.
 */
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react';
import type { Endpoint, ListEndpoint, ListParts } from '../../contract/endpoint.ts';
import type { Filter } from '../../contract/filters.ts';
import type { Entity } from '../../contract/kinds.ts';
import type { OptionSource } from '../api/options.ts';

export type AnyRow = Readonly<Record<string, unknown>>;
type FieldName<E extends Entity> = Extract<keyof E, string>;

export type ListColumn<K extends string = string> = {
  /** The wire field, and the column's id. */
  readonly key: K;
  readonly header: string;
  readonly unit?: string;
  /** The field of the row that names the unit of this value, where it differs from row to row. */
  readonly unitField?: K;
  /** What the field means, for who does not know its name by heart. */
  readonly meaning?: string;
  /** A number that stands for a word: the word is shown, and exported. */
  readonly named?: { readonly value: number; readonly name: string };
  /** Pixels, 100 to 1120; 180 where absent (RESP-05). */
  readonly width?: number;
  /** Numbers stand right unless said so. */
  readonly align?: 'start' | 'end';
  /** Digits after the point. */
  readonly decimals?: number;
  /** An instant is shown with its mark of UTC, all 20 characters of it (C26b). */
  readonly hasUtcMark?: true;
  /** Free text stands in a fixed width unless said so, as radio text does; nothing else does. */
  readonly isMono?: boolean;
  /** Where the field holds an object: the part of it that is shown, copied, sorted by and exported. */
  readonly part?: string;
  /** In place of the field itself, where no part of its object says it alone: what is shown, copied and sorted by. It is not exported. */
  readonly value?: (row: AnyRow) => string | number | null;
  /** What the page is sorted by where its text would sort wrongly, such as a duration. */
  readonly rank?: (row: AnyRow) => string | number | null;
  /** In place of the text that follows from the value and the field's kind. */
  readonly cell?: (row: AnyRow) => ReactNode;
};

export type FilterLabel = {
  readonly label: string;
  readonly group: string;
  readonly unit?: string | undefined;
  /** As a column's. It is searched through when a field is looked for. */
  readonly meaning?: string | undefined;
  /** Texts that the field usually has, offered while one is typed. */
  readonly values?: readonly string[] | undefined;
  /** A text that is typed with suggestions from these calls (filter-inputs/option-sources.ts). */
  readonly typeAhead?: readonly OptionSource[];
  /** PAGE-16: false = the input of a number has no minimum of 0. */
  readonly hasMinimum?: boolean;
};
/** Fields of an open row that belong together. */
export type FieldGroup<K extends string = string> = { readonly name: string; readonly fields: readonly K[] };
/** From and To of a date-time filter, in the words of the panel. */
export const betweenLabels = ['From', 'To'] as const;

type Stem<P extends string> = P extends `${infer S}2`
  ? Stem<S>
  : P extends `${infer S}Min` | `${infer S}Max`
    ? S
    : P extends `${'min' | 'max'}${infer S}`
      ? S extends Capitalize<S>
        ? Uncapitalize<S>
        : P
      : P;
/** One name per filter: its parameter without Min, Max and 2, wherever they stand; of `start` and `end` the first. */
export type FilterStem<F extends readonly Filter[]> = F[number] extends infer One
  ? One extends Filter<infer P>
    ? Stem<'start' extends P ? Exclude<P, 'end'> : P>
    : never
  : never;
export function filterStem(filter: Filter): string {
  const name = filter.params[0]?.name ?? filter.field;
  return name.replace(/(Min|Max)$/, '').replace(/^(?:min|max)([A-Z])/, (_, letter: string) => letter.toLowerCase());
}

export type PageSize = number | 'all';
/** A definition as the machine reads it, its keys no longer tied to one endpoint. */
export type ListDefinition = {
  /** The route's path without a slash, `$id` where it has a parameter: names the stored preferences. */
  readonly name: string;
  readonly title: string;
  /** The list stands on a screen with others. */
  readonly within?: ListPlace;
  /** The list belongs to one thing, whose id stands in the route: an airline's aircraft, an aircraft's flights. */
  readonly of?: ListSubject;
  /** The id of the route names one row, which stands first on the first page and is open: where links to it lead (C39). */
  readonly first?: FirstRow;
  /** One and many of what a row is. */
  readonly noun: readonly [one: string, many: string];
  readonly endpoint: ListEndpoint;
  /** The named default window; null when the list has none. */
  readonly window: { readonly hours: number } | null;
  readonly columns: readonly ListColumn[];
  readonly filters: Readonly<Record<string, FilterLabel>>;
  readonly paging: {
    readonly sizes: readonly number[];
    /** C22b: a list without filters offers All at once. */
    readonly all: 'after-search' | 'always';
    /**
     * What is said of the count beyond '1 to 10 of 48,213'. `exact`: it always is, so 'Page X of Y', a last button, and All with the count
     * (USR-05, USR-06). `untold`: '1-10 of more than 10' while more follow, and All asks without a limit (REF-19, C40).
     */
    readonly total?: 'exact' | 'untold';
  };
  /** RESP-01 to 03: so many columns as the width of the window allows, the others in the open row; cards on phones only. */
  readonly hasFewColumns?: true;
  /** REF-17, C95: nothing of the list stays in memory when its screen is left; what is stored on the device stays. */
  readonly isClearedOnLeave?: true;
  /** 'Export to Excel': the file's name without its ending, and the columns that it leaves out. A list without has no button. */
  readonly export?: { readonly fileName: string; readonly without: readonly string[] };
  /** C38: the caller's company goes with the call when it is set, or always (blank then). */
  readonly company?: 'when-set' | 'always';
  /** Below the fields of an open row: what only this list knows of it. Loaded when the first row is opened. */
  readonly detail?: LazyExoticComponent<ComponentType<{ readonly row: AnyRow }>>;
  /** Beside the button that copies the text of an open row: what else can be done with it. Loaded when the first row is opened. */
  readonly textAction?: LazyExoticComponent<ComponentType<{ readonly row: AnyRow }>>;
  /** An open row shows its fields in these groups, those that have a value; else all of them in the order of the columns. */
  readonly groups?: readonly FieldGroup[];
  readonly messages: {
    readonly empty: string;
    readonly failed: string;
    readonly incompleteDate: string;
    /** Stands over the rows to come (REF-15). */
    readonly loading?: string;
    /** The button of the columns' menu, closed and open; else 'Show columns' (RAW-06). */
    readonly columnsMenu?: { readonly closed: string; readonly open: string };
    /** Told to an Admin whose list is empty without a filter: how rows get in. */
    readonly bringIn?: { readonly text: string; readonly command: string };
  };
  /** SST-05: RESET closes the filter, as SEARCH does. */
  readonly isFilterClosedByReset?: true;
  /** In the line above the rows: what only this list offers. */
  readonly action?: ReactNode;
  /** Fields of the rows that have no column. */
  readonly without?: readonly string[];
  /** A row on a narrow screen: what stands on top, the text below, and labelled facts: four, or more where they are chosen by row. */
  readonly card: {
    readonly title: readonly string[];
    /** null = a row has no time. */
    readonly time: string | null;
    /** null = a row has no text. */
    readonly text: string | null;
    /** In its place when the row has no such text. */
    readonly otherText?: string;
    readonly facts: readonly string[];
    /** In place of facts that a row has no value of: the first of these that have one, if any; what the facts are differs from row to row then. */
    readonly otherFacts?: readonly string[];
    /** Below the facts: links that a finger can hit. */
    readonly actions?: (row: AnyRow) => ReactNode;
  };
};

/**
 * A list among others on one screen. `slot` stands before each of its names in the address (`status.page`), so that none collides with another's;
 * `?only=<slot>` shows it alone, as large as the window.
 */
export type ListPlace = { readonly path: string; readonly label: string; readonly slot: string };

/** What a list with an id in its route is a list of. */
export type ListSubject = {
  /** The path parameter of the call that carries the id; each id has stored rows of its own. */
  readonly param: string;
  /** Ids that cannot be any; for these nothing is asked, and `badId` stands on the screen. */
  readonly isId: (id: string) => boolean;
  readonly badId: string;
  /** Where one comes from: a link before the title. */
  readonly parent: { readonly path: string; readonly label: string };
  /** The title once a row tells what it is of: 'Aircraft of Tarom'. null = the row does not. */
  readonly title: (row: AnyRow) => string | null;
  /** Where an id that exists can be read: the walk over all lists opens this one with it. */
  readonly sample: { readonly endpoint: ListEndpoint; readonly id: (row: AnyRow) => string };
};

/** A row that a route names. */
export type FirstRow = {
  /** null = there is none with that id; 'unknown' = the server was not reached, and the device holds none. Throws nothing. */
  readonly read: (id: string) => Promise<AnyRow | null | 'unknown'>;
  /** Stands above the rows when there is none. */
  readonly missing: (id: string) => string;
};

type Definition<E extends Entity, F extends readonly Filter[]> = Omit<
  ListDefinition,
  'endpoint' | 'columns' | 'filters' | 'card' | 'export' | 'without' | 'groups'
> & {
  readonly endpoint: Endpoint & { readonly list: ListParts<E, F> };
  readonly columns: readonly ListColumn<FieldName<NoInfer<E>>>[];
  /** Every filter that the contract declares, and no other. */
  readonly filters: { readonly [S in FilterStem<NoInfer<F>>]: FilterLabel };
  readonly export?: { readonly fileName: string; readonly without: readonly FieldName<NoInfer<E>>[] };
  readonly without?: readonly FieldName<NoInfer<E>>[];
  readonly groups?: readonly FieldGroup<FieldName<NoInfer<E>>>[];
  readonly card: {
    readonly title: readonly FieldName<NoInfer<E>>[];
    readonly time: FieldName<NoInfer<E>> | null;
    readonly text: FieldName<NoInfer<E>> | null;
    readonly otherText?: FieldName<NoInfer<E>>;
    readonly facts: readonly FieldName<NoInfer<E>>[];
    readonly otherFacts?: readonly FieldName<NoInfer<E>>[];
    readonly actions?: (row: AnyRow) => ReactNode;
  };
};

/** Checks a definition by its types and hands it to the machine. */
export function defineList<E extends Entity, const F extends readonly Filter[]>(
  definition: Definition<E, F>,
): ListDefinition {
  return definition as unknown as ListDefinition;
}

/** `last({ hours: 2 })`: the named window up to now. */
export const last = (window: { readonly hours: number }): { readonly hours: number } => window;

/** RESP-05, pixels. */
export const columnWidth = { usual: 180, min: 100, max: 1120 } as const;
/** PAGE-15. */
export const defaultPageSize = 10;
