/** Version of what a stored meaning says. Own file: the decoder's web worker needs it without the schemas of `entities/meaning.ts`. */

/** Raised when readers change what they read: older meanings are decoded again by `npm run redecode`. */
export const decoderVersion = 4;
