export type TaggedValue = { tag: string; value: string }

/** Parses tag, two-digit length and value (EMVCo MPM §3.2). Returns null if lengths do not add up. */
export function readTags(text: string): TaggedValue[] | null {
  const characters = [...text]
  const tags: TaggedValue[] = []
  let start = 0
  while (start < characters.length) {
    const head = characters.slice(start, start + 4).join('')
    const end = start + 4 + Number(head.slice(2))
    if (!/^\d{4}$/.test(head) || end > characters.length) return null
    tags.push({ tag: head.slice(0, 2), value: characters.slice(start + 4, end).join('') })
    start = end
  }
  return tags
}

export function writeTag(tag: string, value: string): string {
  const { length } = [...value]
  if (!/^\d{2}$/.test(tag)) throw new RangeError(`not a tag: ${tag}`)
  if (length < 1 || length > 99) throw new RangeError(`tag ${tag} has ${length} characters, not 1 to 99`)
  return tag + String(length).padStart(2, '0') + value
}

/** Returns the CRC-16/CCITT-FALSE over UTF-8: polynomial 0x1021, initial 0xFFFF, not reflected. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) crc = addByteToCrc(crc, byte)
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function addByteToCrc(crc: number, byte: number): number {
  let next = crc ^ (byte << 8)
  for (let bit = 0; bit < 8; bit += 1) {
    next = next & 0x8000 ? (next << 1) ^ 0x1021 : next << 1
  }
  return next & 0xffff
}
