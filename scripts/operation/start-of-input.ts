/** Returns the first bytes but reads all, since a closed pipe would reject the message. */
export async function readFirstBytes(input: AsyncIterable<Uint8Array>, bytes: number): Promise<Buffer> {
  const kept: Uint8Array[] = []
  let left = bytes
  for await (const part of input) {
    if (left > 0) kept.push(part.subarray(0, left))
    left -= Math.min(left, part.length)
  }
  return Buffer.concat(kept)
}
