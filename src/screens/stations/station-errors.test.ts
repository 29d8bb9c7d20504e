import { expect, test } from 'vitest';
import { ApiError } from '../../data/api-error.ts';
import { readingFailed, savingFailed } from './use-station.ts';

const errorOf = (status: number, body: unknown, statusText = ''): ApiError =>
  new ApiError({ status, statusText, text: typeof body === 'string' ? body : JSON.stringify(body) });

test('STN-10: a refused save is shown with body, status and text of the response', () => {
  expect(savingFailed(errorOf(400, '"Station exists"', 'Bad Request'))).toBe(
    'Error message: Station exists. Error status: 400 Bad Request.',
  );
  expect(savingFailed(errorOf(418, { detail: 7 }, "I'm a teapot"))).toBe(
    `Error message: {"detail":7}. Error status: 418 I'm a teapot.`,
  );
  const ours = new ApiError({ status: 409, body: { message: 'Station 7 exists already.' }, text: '{"message":"..."}' });
  expect(savingFailed(ours)).toBe('Error message: Station 7 exists already. Error status: 409 Conflict.');
});

test('STN-23: errors by field, else the title, else unknown, with the status; and no response', () => {
  const errors = { latitude: ['Too far.', 'No.'], city: ['Long.'] };
  expect(readingFailed(errorOf(400, { title: 'Bad', errors }))).toBe(
    'Error: latitude: Too far., No.\ncity: Long.\nStatus: 400',
  );
  expect(readingFailed(errorOf(404, { title: 'Not found', errors: {} }))).toBe('Error: Not found\nStatus: 404');
  for (const body of [{}, 'null', '[]', '', '{"title":" "}'])
    expect(readingFailed(errorOf(500, body))).toBe('Error: Unknown error occurred.\nStatus: 500');
  expect(readingFailed(new ApiError({ unreached: 'refused' }))).toBe(
    'No response received from the server. Please check your network connection and try again.',
  );
});
