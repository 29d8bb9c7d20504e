/** Advisory locks of servers, and the SQL that reads them. */

/** Work that one server does at a time. */
export const postNames = ['leader', 'receivers'] as const;
export type PostName = (typeof postNames)[number];

/** First keys: of the numbers of running servers, and of posts. */
export const numberKey = 0x646c7376;
const postKey = 0x646c7074;
const posts: Readonly<Record<PostName, number>> = { leader: 1, receivers: 2 };
export const postLock = (name: PostName): readonly [number, number] => [postKey, posts[name]];

/** Locks with two keys of this database, as `l`. */
const locks = (key: number): string =>
  `pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = ${key}
   and l.database = (select oid from pg_database where datname = current_database())`;

/** Numbers of running servers, each with the process of its connection. */
export const runningSql = `select l.objid::int as id, l.pid from ${locks(numberKey)}`;
/** Process that holds a post. */
export const holderSql = (name: PostName): string => `select l.pid from ${locks(postKey)} and l.objid = ${posts[name]}`;
/** Whether the server with the number in `column` runs. */
export const isRunningSql = (column: string): string =>
  `exists (select from ${locks(numberKey)} and l.objid::int = ${column})`;
