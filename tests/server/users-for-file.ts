/** A server for one test file, and the calls by which an Admin manages users. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { User } from '../../contract/entities/users.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { type InProcessServer, testServerForFile } from '../support/test-server.ts';

export function usersForFile() {
  let admin: string;
  const dataDir = mkdtempSync(join(tmpdir(), 'downlink-users-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = testServerForFile({ DATA_DIR: dataDir });
  beforeAll(async () => {
    admin = await server.logIn('admin');
  });
  rightClockAfterEach();

  const registration = (fields: object = {}) => ({
    username: 'ana.pop',
    password: 'secret-1',
    role: 'User',
    email: 'ana@example.org',
    name: 'Ana',
    surname: 'Pop',
    company: '',
    terms: 0,
    ...fields,
  });
  const register = (fields: object = {}, token = admin) =>
    callApi(server, '/account/register', { method: 'POST', token, body: registration(fields) });
  const idOf = async (response: Promise<ApiResponse>): Promise<string> => ((await response).json as { id: string }).id;
  const read = async (id: string): Promise<User> =>
    (await callApi(server, `/account/${id}`, { token: admin })).json as User;
  const change = (userName: string, fields: object = {}, token = admin) =>
    callApi(server, '/Account/UpdateRoleCompany', {
      method: 'PUT',
      token,
      body: { userName, role: 'User', company: null, emailConfirmed: false, phoneNumber: null, ...fields },
    });
  const remove = (id: string, token = admin) => callApi(server, `/Account/Delete/${id}`, { method: 'DELETE', token });
  const logIn = (username: string, password: string) =>
    callApi(server, '/account/authenticate', {
      method: 'POST',
      body: { username, password, role: '', terms: 0, company: '' },
    });
  const tokenOf = async (username: string, password: string): Promise<string> =>
    ((await logIn(username, password)).json as { token: string }).token;
  const me = (token: string) => callApi(server, '/account/me', { token });
  const errorOf = (response: ApiResponse) => response.json as { message: string; errors?: Record<string, string[]> };

  return {
    get server(): InProcessServer {
      return server;
    },
    get admin(): string {
      return admin;
    },
    /** Logs the Admin in again, after a test ended its session. */
    async renewAdmin(): Promise<void> {
      admin = await server.logIn('admin');
    },
    register,
    idOf,
    read,
    change,
    remove,
    logIn,
    tokenOf,
    me,
    errorOf,
  };
}
