/** The first and the last byte, both inclusive. */
export type ByteRange = { start: number; end: number }

export class FileTooLong extends Error {
  override name = 'FileTooLong'
}

/** A store of files. Names are paths with `/`. A file exists completely or not at all. */
export type FileStore = {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** returns the number of bytes; throws FileTooLong above `maxBytes`, and errors of the source */
  putStream(name: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>
  /** returns a stream and the size of the whole file in bytes; undefined if it is missing */
  get(name: string, range?: ByteRange): Promise<{ size: number; stream: ReadableStream } | undefined>
  read(name: string): Promise<Uint8Array | undefined>
  findSize(name: string): Promise<number | undefined>
  /** deletes a file; succeeds if it is missing */
  remove(name: string): Promise<void>
  /** returns files of the folder, without subfolders, last written before `before` */
  list(folder: string, before: Date): Promise<string[]>
  removeStaleParts(before: Date): Promise<number>
  /** returns a path, or an address in the bucket; throws for names outside the store */
  getLocation(name: string): string
}

/** Yields the same bytes. Throws FileTooLong above `maxBytes`. */
export function countBytes(source: AsyncIterable<Uint8Array>, maxBytes: number) {
  let byteCount = 0
  async function* countChunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      byteCount += chunk.length
      if (byteCount > maxBytes) throw new FileTooLong()
      yield chunk
    }
  }
  return { chunks: countChunks(), bytes: () => byteCount }
}
