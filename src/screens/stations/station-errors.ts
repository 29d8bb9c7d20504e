/** Texts for a station that cannot be loaded or saved (STN-10, STN-23). Pure. */
import type { ApiError } from '../../api/api-error.ts';
import { specTexts } from '../../lib/spec-texts.ts';

const text = specTexts.stations;

/** STN-10. For a response in our own shape the body is its message. */
export function savingFailed(error: ApiError): string {
  const body = (error.body?.message || bodyText(error.text) || error.message).trim().replace(/\.$/, '');
  const status = `${error.status ?? ''} ${error.statusText || standardText(error.status)}`.trim();
  return `${text.errorMessage} ${body}. ${text.errorStatus} ${status}.`;
}

/** STN-23. */
export function readingFailed(error: ApiError): string {
  if (error.unreached || error.status === null) return text.noResponse;
  const lines = whatIsWrong(error);
  return `${text.error} ${lines}\n${text.status} ${error.status}`;
}

function whatIsWrong({ text: body }: ApiError): string {
  const response = parse(body);
  const { errors, title } = (typeof response === 'object' && response !== null ? response : {}) as Record<
    string,
    unknown
  >;
  if (typeof errors === 'object' && errors !== null) {
    const lines = Object.entries(errors).map(([field, messages]) => `${field}: ${[messages].flat().join(', ')}`);
    if (lines.length > 0) return lines.join('\n');
  }
  return typeof title === 'string' && title.trim() !== '' ? title : text.unknownError;
}

/** A JSON string as its text, anything else unchanged. */
function bodyText(body: string): string {
  const value = parse(body);
  return typeof value === 'string' ? value : body;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** HTTP/2 has no status text. */
const words: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};
const standardText = (status: number | null): string => words[status ?? 0] ?? '';
