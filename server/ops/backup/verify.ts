/** Reads a backup back: every member against the manifest. */
import { readArchive } from './archive.ts';
import {
  checksumMember,
  type Head,
  headMember,
  type Manifest,
  manifestMember,
  type Part,
  readHead,
  readManifest,
  refused,
  sha256Of,
} from './manifest.ts';

/** Resolves to the manifest of a complete and undamaged file. Nothing is unpacked. @throws StartupError */
export async function verifyBackup(file: string): Promise<Manifest> {
  let head: Head | null = null;
  let manifest: Manifest | null = null;
  let checksum: string | null = null;
  let isChecked = false;
  const found = new Map<string, Part>();
  for await (const { name, bytes } of members(file)) {
    const sha256 = sha256Of(bytes);
    if (!head) {
      if (name !== headMember) throw refused(file, notOurs);
      head = readHead(file, bytes);
    } else if (isChecked) throw refused(file, 'it contains data after its manifest');
    else if (checksum !== null) {
      if (name !== checksumMember || bytes.toString('latin1') !== checksum)
        throw refused(file, 'its manifest is damaged');
      isChecked = true;
    } else if (name === manifestMember) {
      manifest = readManifest(file, bytes);
      checksum = sha256;
    } else found.set(name, { name, bytes: bytes.length, sha256 });
  }
  if (!head) throw refused(file, notOurs);
  if (!manifest || !isChecked) throw refused(file, 'it is incomplete');
  if (JSON.stringify(manifest.head) !== JSON.stringify(head)) throw refused(file, 'it is damaged');
  for (const part of manifest.tables.flatMap(({ parts }) => parts)) {
    const one = found.get(part.name);
    if (one?.bytes !== part.bytes || one.sha256 !== part.sha256) throw refused(file, `${part.name} is damaged`);
    found.delete(part.name);
  }
  if (found.size > 0) throw refused(file, 'it contains members that its manifest does not list');
  return manifest;
}

const notOurs = 'it is not a backup of Downlink';

async function* members(file: string): ReturnType<typeof readArchive> {
  try {
    yield* readArchive(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw refused(file, 'there is no such file');
    if (code === 'EACCES' || code === 'EISDIR') throw refused(file, `it cannot be read (${code})`);
    throw refused(file, `${notOurs}, or damaged (${message})`);
  }
}
