/** Saved views that users of a company share. */

import * as z from 'zod/mini';
import { del, get, nothing, post } from '../endpoint.ts';
import { sharedView, sharedViewBody } from '../entities/shared-view.ts';

export const sharedViews = {
  ofCompany: get('ADD-sharedViews', '/SharedViews', z.array(sharedView), {
    stored: { title: 'Shared views', screen: '/akrxAll' },
    summary: 'Saved views that users of the caller’s company share',
  }),
  share: post('ADD-shareView', '/SharedViews', sharedView, {
    body: sharedViewBody,
    refuses: [409],
    summary: 'Share a saved view with the caller’s company. Replaces an own one of the same list and name',
  }),
  unshare: del('ADD-unshareView', '/SharedViews/{id}', nothing, {
    refuses: [404],
    summary: 'Delete an own shared view',
  }),
};
