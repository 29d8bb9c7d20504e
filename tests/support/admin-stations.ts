/** Creates and reads stations as an Admin, through the API. */
import { expect, type Page } from 'playwright/test';
import { callApi, logIn } from './api-client.ts';
import { App, serverForFile } from './browser.ts';
import type { TestServer } from './server.ts';

type Fields = Readonly<Record<string, unknown>>;

async function callAsAdmin(it: TestServer, method: string, path: string, body?: object): Promise<unknown> {
  const { token } = await logIn(it, 'admin');
  const response = await callApi(it, path, { method, token, ...(body ? { body } : {}) });
  expect(response.status, response.text).toBeLessThan(300);
  return response.json;
}

/** Ids of the users by name. */
async function userIds(it: TestServer): Promise<Record<string, string>> {
  const { users } = (await callAsAdmin(it, 'GET', '/Account/Users')) as { users: { id: string; userName: string }[] };
  return Object.fromEntries(users.map(({ id, userName }) => [userName, id]));
}

const stationFields = (stationId: string, userId: string | undefined, fields: Fields = {}): Fields => ({
  stationId,
  latitude: 46.77,
  longitude: 23.62,
  locationStartDate: '2024-05-01T13:00:00Z',
  city: 'Cluj-Napoca',
  country: 'Romania',
  userId,
  startDate: '2024-05-01T13:00:00Z',
  description: 'Mast on the roof',
  ...fields,
});

/** Resolves to the record id of a new station. */
async function makeStation(it: TestServer, fields: Fields): Promise<number> {
  return ((await callAsAdmin(it, 'POST', '/Station/CreateStation', fields)) as { id: number }).id;
}

/** A server for one file of station tests, with the actions of an Admin. */
export function stationsForFile() {
  const people: Record<string, string> = {};
  const server = serverForFile({ prepare: async (it) => Object.assign(people, await userIds(it)) });
  const payload = (stationId: string, fields: Fields = {}): Fields => stationFields(stationId, people.feeder, fields);
  return {
    server,
    people,
    payload,
    call: (method: string, path: string, body?: object) => callAsAdmin(server.current, method, path, body),
    made: (stationId: string): Promise<number> => makeStation(server.current, payload(stationId)),
    async asAdmin(page: Page, path: string): Promise<App> {
      const app = new App(page, server.current.url);
      await app.logInAs('admin', { from: path, lands: path });
      return app;
    },
  };
}
