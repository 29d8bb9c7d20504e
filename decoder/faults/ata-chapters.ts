/** Chapters of ATA 100. */
import chapters from '../../reference-data/ata-chapters.json' with { type: 'json' };

export const ataChapters: Readonly<Record<string, string>> = Object.fromEntries(chapters.rows);
