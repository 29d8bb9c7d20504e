/** ZIP entry compressed by the browser, twice as fast as in JavaScript. Memory stays flat because writers await it. */
import { ZipPassThrough } from 'fflate';

/** fflate writes the archive around it: names, sizes, checksums. */
export class DeflatedFile extends ZipPassThrough {
  private readonly stream = new CompressionStream('deflate-raw');
  private readonly input = this.stream.writable.getWriter();
  private taken: Promise<void> = Promise.resolve();
  private readonly whole: Promise<void>;

  constructor(name: string) {
    super(name);
    this.compression = 8;
    this.whole = this.passOn();
    // Reported to the awaiting caller below.
    this.whole.catch(() => undefined);
  }

  /** Resolves when it is compressed and the next piece may follow. */
  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.push(bytes);
    await Promise.race([this.taken, this.whole]);
  }
  /** The last piece. Resolves when the file is in the archive. */
  async end(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.push(bytes, true);
    await this.whole;
  }

  /** Called by push, which has counted and summed the bytes. */
  protected override process(chunk: Uint8Array<ArrayBuffer>, isLast: boolean): void {
    this.taken = this.input.write(chunk);
    this.taken.catch(() => undefined);
    if (isLast) this.input.close().catch(() => undefined);
  }

  private async passOn(): Promise<void> {
    const output = this.stream.readable.getReader();
    for (;;) {
      const { done, value } = await output.read();
      this.ondata(null, value ?? new Uint8Array(0), done);
      if (done) return;
    }
  }
}
