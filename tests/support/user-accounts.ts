/** Creates and lists users as an Admin, through the API. */
import { expect } from 'playwright/test';
import { callApi, logIn } from './api-client.ts';
import type { TestServer } from './server.ts';

export const registration = (username: string, fields: object = {}) => ({
  username,
  password: 'secret-1',
  role: 'User',
  email: `${username}@example.org`,
  name: 'Ana',
  surname: 'Pop',
  company: '',
  terms: 0,
  ...fields,
});
export async function register(it: TestServer, username: string, fields: object = {}): Promise<string> {
  const { token } = await logIn(it, 'admin');
  const body = registration(username, fields);
  const response = await callApi(it, '/account/register', { method: 'POST', token, body });
  expect(response.status, response.text).toBe(201);
  return (response.json as { id: string }).id;
}
export async function usersOf(it: TestServer): Promise<{ userName: string; role: string; emailConfirmed: boolean }[]> {
  const { token } = await logIn(it, 'admin');
  const response = await callApi(it, '/Account/Users', { token });
  return (response.json as { users: { userName: string; role: string; emailConfirmed: boolean }[] }).users;
}
