/** Returns the first bytes but reads all, since a closed pipe would reject the message. */
export async function readFirstBytes(input: AsyncIterable<Uint8Array>, bytes: number): Promise<Buffer> {
  const firstChunks: Uint8Array[] = []
  let remainingBytes = bytes
  for await (const chunk of input) {
    if (remainingBytes > 0) firstChunks.push(chunk.subarray(0, remainingBytes))
    remainingBytes -= Math.min(remainingBytes, chunk.length)
  }
  return Buffer.concat(firstChunks)
}
