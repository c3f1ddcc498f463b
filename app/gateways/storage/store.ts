/** First and last byte, both inclusive. */
export type ByteRange = { start: number; end: number }

export class FileTooLong extends Error {
  override name = 'FileTooLong'
}

/** Names are paths with `/` relative to the store. A file exists completely or not at all. */
export type FileStore = {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** returns the number of bytes; throws FileTooLong above `maxBytes`, and the source's errors */
  putStream(name: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>
  /** `size` is the whole file's, in bytes; undefined if the file is missing */
  get(name: string, range?: ByteRange): Promise<{ size: number; stream: ReadableStream } | undefined>
  read(name: string): Promise<Uint8Array | undefined>
  sizeOf(name: string): Promise<number | undefined>
  /** succeeds for a missing file, too */
  remove(name: string): Promise<void>
  /** returns the folder's files, without subfolders, last written before `before` */
  list(folder: string, before: Date): Promise<string[]>
  removeStaleParts(before: Date): Promise<number>
  /** returns a path, or an address in the bucket; throws for names outside the store */
  locationOf(name: string): string
}

/** Passes the bytes on; throws FileTooLong above `maxBytes`. */
export function counted(source: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0
  async function* countChunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new FileTooLong()
      yield chunk
    }
  }
  return { chunks: countChunks(), bytes: () => bytes }
}
