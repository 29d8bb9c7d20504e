import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { type Member, readArchive, writeArchive } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'downlink-archive-'));
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('an archive is complete when the system writes fewer bytes than requested', async () => {
  const probe = await open(join(folder, 'probe'), 'w');
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const write = handles.write as (bytes: Uint8Array, offset: number, length: number) => Promise<unknown>;
  vi.spyOn(handles, 'write').mockImplementation(function (this: FileHandle, bytes: Uint8Array) {
    return write.call(this, bytes, 0, Math.ceil(bytes.length / 2));
  } as unknown as FileHandle['write']);
  const members: Member[] = [100, 5000].map((size) => ({ name: `of ${size}`, bytes: Buffer.alloc(size, size) }));
  const file = join(folder, 'archive');
  await writeArchive(
    file,
    (async function* () {
      yield* members;
    })(),
  );
  const found: Member[] = [];
  for await (const member of readArchive(file)) found.push(member);
  expect(found).toEqual(members);
});
