/** Demo accounts and stations. Touches only rows marked as demo. */
import { hashPassword } from '../accounts/passwords.ts';
import type { Database, Transaction } from '../database/pool.ts';
import { type DemoStation, demoStations } from './stations.ts';

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

/** One account per audience, and one that has not accepted the terms. */
const accounts = [
  account('admin', 'Adela', 'Marinescu', 'Admin'),
  account('parser', 'Pavel', 'Ionescu', 'Parser'),
  account('customer', 'Clara', 'Weber', 'Customer'),
  account('company', 'Cornel', 'Dragan', 'Customer', 'Carpatair'),
  account('feeder', 'Florin', 'Munteanu', 'User'),
  account('newcomer', 'Nora', 'Lindqvist', 'Parser', null, 0),
  account('guest', 'Gwen', 'Hughes', 'Guest'),
] as const;

/** Printed at start. This password is public. */
export const demoAccounts = { names: accounts.map(({ userName }) => userName), password: 'downlink' };

/** Accounts and stations, all or nothing. */
export async function createDemoAccounts(db: Database): Promise<void> {
  const passwordHash = await hashPassword(demoAccounts.password);
  await db.transaction(async (tx) => {
    for (const one of accounts) await createAccount(tx, one, passwordHash);
    for (const station of demoStations) await createStation(tx, station);
  });
}

/** Stations and receivers missing in a demo of an earlier version. */
export async function addDemoStations(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const station of demoStations) await createStation(tx, station);
  });
}

async function createAccount(tx: Transaction, one: Account, passwordHash: string): Promise<void> {
  await tx.query(
    `insert into users (user_name, name, surname, email, role, company, terms, email_confirmed, password_hash, is_demo)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8, true)`,
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
}

/** Existing stations stay unchanged, as do receiver names claimed by a real station. */
async function createStation(tx: Transaction, station: DemoStation): Promise<void> {
  await tx.query(
    `insert into stations (station_id, latitude, longitude, city, country, address, feeder_user_id, is_demo)
     values ($1, $2, $3, $4, $5, $6, (select id from users where is_demo and user_name = $7), true)
     on conflict (station_id) do nothing`,
    [station.stationId, station.lat, station.lon, station.city, station.country, station.address, station.feeder],
  );
  await tx.query(
    `insert into station_receiver_names (receiver_name, station_record_id)
     select name, s.id from unnest($2::text[]) as r (name), stations s where s.station_id = $1 and s.is_demo
     on conflict do nothing`,
    [station.stationId, Object.values(station.receivers)],
  );
}
