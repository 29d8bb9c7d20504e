/** Saved views that the user's company shares. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { SharedView } from '../../contract/entities/shared-view.ts';
import { type ApiResponse, callResource } from './resource.ts';

export const sharedViewsKey = [api.sharedViews.ofCompany.id, {}];

export function sharedViewsQuery(): UseQueryOptions<ApiResponse<SharedView[]>> {
  // The menu works without them, and other servers of this API lack the call.
  return { ...callResource(api.sharedViews.ofCompany), meta: { isQuiet: true } } as UseQueryOptions<
    ApiResponse<SharedView[]>
  >;
}
