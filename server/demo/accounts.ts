/**
 * The demo's accounts and stations in the database. Must not: touch an account or a station that is not marked as demo.
 */
import { hashPassword } from '../accounts/passwords.ts';
import type { Database, Transaction } from '../database/pool.ts';
import { demoStations } from './places.ts';

type Account = {
  readonly userName: string;
  readonly name: string;
  readonly surname: string;
  readonly role: string;
  readonly company: string | null;
  readonly terms: 0 | 1;
};

const account = (
  userName: string,
  name: string,
  surname: string,
  role: string,
  company: string | null = null,
  terms: 0 | 1 = 1,
): Account => ({
  userName,
  name,
  surname,
  role,
  company,
  terms,
});

/** One account for each audience, and one that has not accepted the terms. */
const accounts = [
  account('admin', 'Adela', 'Marinescu', 'Admin'),
  account('parser', 'Pavel', 'Ionescu', 'Parser'),
  account('customer', 'Clara', 'Weber', 'Customer'),
  account('company', 'Cornel', 'Dragan', 'Customer', 'Carpatair'),
  account('feeder', 'Florin', 'Munteanu', 'User'),
  account('newcomer', 'Nora', 'Lindqvist', 'Parser', null, 0),
  account('guest', 'Gwen', 'Hughes', 'Guest'),
] as const;

/** What is printed at start; everybody knows this password. */
export const demoAccounts = { names: accounts.map(({ userName }) => userName), password: 'downlink' };

/** Accounts and stations, all or nothing. */
export async function createDemoAccounts(db: Database): Promise<void> {
  const passwordHash = await hashPassword(demoAccounts.password);
  await db.transaction(async (tx) => {
    const ids = new Map<string, string>();
    for (const one of accounts) ids.set(one.userName, await createAccount(tx, one, passwordHash));
    for (const station of demoStations) {
      const feeder: string | null = station.feeder;
      await createStation(tx, station, feeder === null ? null : (ids.get(feeder) ?? null));
    }
  });
}

async function createAccount(tx: Transaction, one: Account, passwordHash: string): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into users (user_name, name, surname, email, role, company, terms, email_confirmed, password_hash, is_demo)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8, true) returning id`,
    [
      one.userName,
      one.name,
      one.surname,
      `${one.userName}@downlink.example`,
      one.role,
      one.company,
      one.terms,
      passwordHash,
    ],
  );
  if (!row) throw new Error('an account was not created');
  return row.id;
}

/** A receiver name that a real station has claimed stays there. */
async function createStation(
  tx: Transaction,
  station: (typeof demoStations)[number],
  feederId: string | null,
): Promise<void> {
  const [row] = await tx.query<{ id: number }>(
    `insert into stations (station_id, latitude, longitude, city, country, address, feeder_user_id, is_demo)
     values ($1, $2, $3, $4, $5, $6, $7, true) on conflict (station_id) do nothing returning id`,
    [station.stationId, station.lat, station.lon, station.city, station.country, station.address, feederId],
  );
  if (!row) return;
  for (const name of Object.values(station.receivers)) {
    await tx.query(
      'insert into station_receiver_names (receiver_name, station_record_id) values ($1, $2) on conflict do nothing',
      [name, row.id],
    );
  }
}
