import type { InlineConfig } from 'vite';

export function buildFiles(options: InlineConfig): Promise<[path: string, content: string | Uint8Array][]>;
