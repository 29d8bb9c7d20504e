/** Declaration of a list: endpoint, columns, filters, window, paging, texts, all checked by type against the endpoint. */
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react';
import type { Audience } from '../../contract/audience.ts';
import type { ListEndpoint, ListParts, StoredEndpoint } from '../../contract/endpoint.ts';
import type { Filter } from '../../contract/filters.ts';
import type { Entity } from '../../contract/kinds.ts';
import type { OptionSource } from '../data/options.ts';
import type { Letter } from '../lib/keys.ts';

export type AnyRow = Readonly<Record<string, unknown>>;
type FieldName<E extends Entity> = Extract<keyof E, string>;

export type ListColumn<K extends string = string> = {
  /** Wire field and column id. */
  readonly key: K;
  readonly header: string;
  readonly unit?: string;
  /** Field that contains the unit of this value, if it differs by row. */
  readonly unitField?: K;
  /** Description of the field. */
  readonly meaning?: string;
  /** Codes with a text: the text is shown and exported. */
  readonly named?: { readonly value: number; readonly name: string };
  /** Pixels, default 180. A definition may be narrower than what users can set (RESP-05). */
  readonly width?: number;
  /** Stays in view at the end of the table: what a user does with the row. */
  readonly isPinned?: true;
  /** Numbers are right-aligned by default. */
  readonly align?: 'start' | 'end';
  /** Decimals. */
  readonly decimals?: number;
  /** The instant is shown with Z, all 20 characters (C26b). */
  readonly hasUtcMark?: true;
  /** Free text is monospaced by default, like received text. Other kinds are not. */
  readonly isMono?: boolean;
  /** If the field contains an object: its part to display, copy, sort and export. */
  readonly part?: string;
  /** In place of the field, where no single part represents it: to display, copy and sort. Not exported. */
  readonly value?: (row: AnyRow) => string | number | null;
  /** Sort value, where text would sort wrongly, such as a duration. */
  readonly rank?: (row: AnyRow) => string | number | null;
  /** In place of the default text. `grid` = a cell of the table, which has one Tab stop. */
  readonly cell?: (row: AnyRow, place?: 'grid') => ReactNode;
};

export type FilterLabel = {
  readonly label: string;
  readonly group: string;
  readonly unit?: string | undefined;
  /** As for a column. Included in the search for a field. */
  readonly meaning?: string | undefined;
  /** Usual values, suggested while typing. */
  readonly values?: readonly string[] | undefined;
  /** Words of values, where those are codes. Several values have commas between them. */
  readonly named?: Readonly<Record<string, string>> | undefined;
  /** Suggestions from these calls (filter/inputs/option-sources.ts). */
  readonly typeAhead?: readonly OptionSource[];
  /** PAGE-16: false = no minimum of 0. */
  readonly hasMinimum?: boolean;
};
/** `table` is the default. */
const viewNames = ['table', 'read', 'lines', 'aircraft'] as const;
export type ViewName = (typeof viewNames)[number];
export const viewsOf = ({ views }: Pick<ListDefinition, 'views'>): readonly ViewName[] =>
  viewNames.filter((name) => name === 'table' || views?.[name] !== undefined);
/** What a view of a list gets besides its definition. */
export type ViewProps = {
  readonly list: ListDefinition;
  readonly rows: readonly AnyRow[];
  /** Rows of the pages before. */
  readonly offset: number;
  /** All rows. null = unknown. */
  readonly count: number | null;
  /** Changes with each new query: the first row is selected then. */
  readonly pageKey: string;
  readonly isChanging: boolean;
  readonly isStored: boolean;
  readonly extra: Readonly<Record<string, string>>;
  /** The pages around this one. null = there is none. */
  readonly onNextPage: (() => void) | null;
  readonly onPreviousPage: (() => void) | null;
};
/** Rows of a page that are one: `children` gets the rows to show, and the index of each on the page. */
export type JoinProps = {
  readonly rows: readonly AnyRow[];
  readonly children: (rows: readonly AnyRow[], places: readonly number[]) => ReactNode;
};
/** Related fields of an expanded row. */
export type FieldGroup<K extends string = string> = { readonly name: string; readonly fields: readonly K[] };
/** From and To labels of a date filter. */
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
/** Filter names: the parameter without Min, Max and 2. For `start` and `end` the first. */
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
/** Selected for every visit: a number, or as many rows as fill the window. */
export type StoredSize = number | 'fit';
/** A definition as the list module reads it, independent of an endpoint. */
export type ListDefinition = {
  /** Path of the route without a slash, `$id` for a parameter. Names the stored preferences. */
  readonly name: string;
  /** That of its stored rows (`stored` of the call). */
  readonly title: string;
  /** The list is on a screen with others. */
  readonly within?: ListPlace;
  /** The list belongs to one object, whose id is in the route: aircraft of an airline, flights of an aircraft. */
  readonly of?: ListSubject;
  /** The id of the route names a row that is first on the first page and expanded (C39). */
  readonly first?: FirstRow;
  /** Singular and plural of a row. */
  readonly noun: readonly [one: string, many: string];
  readonly endpoint: ListEndpoint;
  /** A line of one control above the rows, for some roles: what the user has to do with besides them. It has its room from the start. */
  readonly above?: { readonly for: readonly Audience[]; readonly Line: ComponentType };
  /** What the time band next to the range counts. Lists without it have no band. */
  readonly band?: 'text' | 'adsb';
  /** The default window. null = none. */
  readonly window: { readonly hours: number } | null;
  readonly columns: readonly ListColumn[];
  readonly filters: Readonly<Record<string, FilterLabel>>;
  readonly paging: {
    readonly sizes: readonly number[];
    /** C22b: a list without filters always enables All. */
    readonly all: 'after-search' | 'always';
    /**
     * Text of the count besides '1 to 10 of 48,213'. `exact`: the count is always exact, so 'Page X of Y', a last button, and All with the count
     * (USR-05, USR-06). `unknown`: '1-10 of more than 10' while more follow, and All without a limit (REF-19, C40).
     */
    readonly total?: 'exact' | 'unknown';
  };
  /** RESP-01 to 03: number of columns by window width, the others in the expanded row. Cards on phones only. */
  readonly hasFewColumns?: true;
  /** REF-17, C95: leaving the screen clears the list in memory. Stored rows stay. */
  readonly isClearedOnLeave?: true;
  /** 'Export to Excel': file name without extension, and omitted columns. Lists without it have no button. */
  readonly export?: { readonly fileName: string; readonly without: readonly string[] };
  /** C38: the company is sent when set, or always (even if blank). */
  readonly company?: 'when-set' | 'always';
  /** Details below the fields of an expanded row. Loaded with the first one. */
  readonly detail?: LazyExoticComponent<ComponentType<{ readonly row: AnyRow }>>;
  /** Actions next to the copy button of an expanded row's text. Loaded with the first one. */
  readonly textAction?: LazyExoticComponent<ComponentType<{ readonly row: AnyRow }>>;
  /** Below the range: a filter of its own kind, with numbers. Loaded after the first rows. */
  readonly filterBar?: LazyExoticComponent<ComponentType>;
  /** What a row means, first in an expanded row. Loaded with the first one. */
  readonly words?: LazyExoticComponent<ComponentType<{ readonly row: AnyRow }>>;
  /** On a card in place of its text, two lines. Loaded with the first one. */
  readonly cardWords?: LazyExoticComponent<ComponentType<{ readonly row: AnyRow }>>;
  /** Cards of one message are one card. Views join rows in their own way. */
  readonly cardJoin?: LazyExoticComponent<ComponentType<JoinProps>>;
  /** More actions of an expanded row. Loaded with the first one. */
  readonly rowActions?: LazyExoticComponent<ComponentType<{ readonly row: AnyRow; readonly list: ListDefinition }>>;
  /** Groups of an expanded row with the fields that have a value. Default: all fields in column order. */
  readonly groups?: readonly FieldGroup[];
  readonly messages: {
    readonly empty: string;
    readonly failed: string;
    readonly incompleteDate: string;
    /** Above the expected rows (REF-15). */
    readonly loading?: string;
    /** Label of the columns menu, closed and open. Default 'Show columns' (RAW-06). */
    readonly columnsMenu?: { readonly closed: string; readonly open: string };
    /** Shown to an Admin whose list is empty without a filter: how to import rows, and the screen to begin with. */
    readonly bringIn?: {
      readonly text: string;
      readonly command: string;
      readonly screen: { readonly path: '/receivers' | '/import'; readonly label: string };
    };
  };
  /** SST-05: RESET closes the filter, like SEARCH. */
  readonly isFilterClosedByReset?: true;
  /** Letters that a part of this list uses: they have not their usual action. */
  readonly ownKeys?: readonly Letter[];
  /** Views besides the table: for reading, or grouped by aircraft. Phones show cards. Loaded when selected. */
  readonly views?: Readonly<Partial<Record<Exclude<ViewName, 'table'>, LazyExoticComponent<ComponentType<ViewProps>>>>>;
  /** The view on tablets and phones until the user chooses one. Default: cards. */
  readonly touchView?: Exclude<ViewName, 'table'>;
  /** What the rows cannot contain, below them. */
  readonly note?: string;
  /** Its filter can begin a rule. */
  readonly canNotify?: true;
  /** In the toolbar: actions of this list only. */
  readonly action?: ReactNode;
  /** Row fields without a column. */
  readonly without?: readonly string[];
  /** A card: title, text, and labelled facts: four, or more where they are selected by row. */
  readonly card: {
    readonly title: readonly string[];
    /** null = no time. */
    readonly time: string | null;
    /** null = no text. */
    readonly text: string | null;
    /** In place of a missing text. */
    readonly otherText?: string;
    readonly facts: readonly string[];
    /** Replacements for facts without a value: the first with one. Facts then differ by row. */
    readonly otherFacts?: readonly string[];
    /** Below the facts: links large enough for touch. */
    readonly actions?: (row: AnyRow) => ReactNode;
  };
};

/**
 * A list with others on one screen. `slot` prefixes its parameters in the address (`status.page`).
 * `?only=<slot>` shows it alone, in the full window.
 */
type ListPlace = { readonly path: string; readonly label: string; readonly slot: string };

/** The object that a list with an id in its route belongs to. */
export type ListSubject = {
  /** Path parameter of the call for the id. Each id has its own stored rows. */
  readonly param: string;
  /** Detects invalid ids: no request is sent, and `badId` is shown. */
  readonly isId: (id: string) => boolean;
  readonly badId: string;
  /** Link before the title. */
  readonly parent: { readonly path: string; readonly label: string };
  /** Title from a row: 'Aircraft of Tarom'. null = unknown. */
  readonly title: (row: AnyRow) => string | null;
  /** A path with valid ids: the test that covers every list opens this one with it. */
  readonly sample: { readonly endpoint: ListEndpoint; readonly id: (row: AnyRow) => string };
};

/** A row named by the route. */
type FirstRow = {
  /** null = no such row. 'unknown' = the server is unreachable and nothing is stored. Never throws. */
  readonly read: (id: string) => Promise<AnyRow | null | 'unknown'>;
  /** Shown above the rows if it does not exist. */
  readonly missing: (id: string) => string;
};

type Definition<E extends Entity, F extends readonly Filter[]> = Omit<
  ListDefinition,
  'title' | 'endpoint' | 'columns' | 'filters' | 'card' | 'export' | 'without' | 'groups'
> & {
  readonly endpoint: StoredEndpoint & { readonly list: ListParts<E, F> };
  readonly columns: readonly ListColumn<FieldName<NoInfer<E>>>[];
  /** Exactly the filters declared in the contract. */
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

/** Checks a definition by type. */
export function defineList<E extends Entity, const F extends readonly Filter[]>(
  definition: Definition<E, F>,
): ListDefinition {
  return { ...definition, title: definition.endpoint.stored.title } as unknown as ListDefinition;
}

/** `last({ hours: 2 })`: the default window up to now. */
export const last = (window: { readonly hours: number }): { readonly hours: number } => window;

/** RESP-05, pixels. `min` and `max` = of users, `least` = of definitions. */
export const columnWidth = { usual: 180, min: 100, max: 1120, least: 60 } as const;
export const clampWidth = (width: number): number =>
  Math.round(Math.min(columnWidth.max, Math.max(columnWidth.min, width)));
/** PAGE-15. */
export const defaultPageSize = 10;
