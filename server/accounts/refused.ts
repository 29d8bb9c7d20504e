import { HttpError } from '../http/api-error.ts';

type Field = 'currentPassword' | 'newPassword' | 'code' | 'name' | 'passkey';

/** A value that is not accepted, at its field. */
export const refused = (field: Field, text: string): HttpError => new HttpError(400, text, { [field]: [text] });
