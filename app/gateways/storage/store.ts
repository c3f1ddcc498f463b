/** First and last byte, inclusive. */
export type ByteRange = { start: number; end: number }

export class FileTooLong extends Error {
  override name = 'FileTooLong'
}

/** Names are paths with `/`, relative to the store. A file is there whole or not at all. */
export type FileStore = {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Returns the bytes written. Throws FileTooLong above `maxBytes`, and the source's errors. */
  putStream(name: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>
  /** `size` is that of the whole file in bytes; undefined when missing. */
  get(name: string, range?: ByteRange): Promise<{ size: number; stream: ReadableStream } | undefined>
  read(name: string): Promise<Uint8Array | undefined>
  /** Bytes, or undefined when missing. */
  sizeOf(name: string): Promise<number | undefined>
  /** Idempotent. */
  remove(name: string): Promise<void>
  /** The files of a folder, without those of its folders, last written before that. */
  list(folder: string, before: Date): Promise<string[]>
  /** Deletes files of writers that died. Returns how many. */
  removeStaleParts(before: Date): Promise<number>
  /** A path, or an address in the bucket. Throws for names outside the store. */
  locationOf(name: string): string
}

/** Counts what passes; throws FileTooLong once more than `maxBytes` came. */
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
