/** Response header with the build of the app that the server serves: an open app checks for an update when it changes. */
export const buildHeader = 'downlink-build';
