/** First and last byte, inclusive. */
export type ByteRange = { start: number; end: number }

export class FileTooLong extends Error {
  override name = 'FileTooLong'
}

/** Names are paths with `/`, relative to the store. A file exists as a whole or not at all. */
export type FileStore = {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** returns the bytes written; throws FileTooLong above `maxBytes`, and the source's errors */
  putStream(name: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>
  /** `size` is the whole file's in bytes; undefined when missing */
  get(name: string, range?: ByteRange): Promise<{ size: number; stream: ReadableStream } | undefined>
  read(name: string): Promise<Uint8Array | undefined>
  sizeOf(name: string): Promise<number | undefined>
  /** idempotent */
  remove(name: string): Promise<void>
  /** files of a folder, without subfolders, last written before `before` */
  list(folder: string, before: Date): Promise<string[]>
  removeStaleParts(before: Date): Promise<number>
  /** a path, or an address in the bucket; throws for names outside the store */
  locationOf(name: string): string
}

/** Counts the bytes; throws FileTooLong above `maxBytes`. */
export function counted(source: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new FileTooLong()
      yield chunk
    }
  }
  return { chunks: chunks(), bytes: () => bytes }
}
