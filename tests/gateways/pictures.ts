import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Colour = { r: number; g: number; b: number; alpha?: number }

/** Returns a picture of one colour, to be encoded in some format. */
export function makePlainPicture(
  width: number,
  height: number,
  background: Colour = { r: 200, g: 40, b: 40 },
) {
  return sharp({ create: { width, height, channels: background.alpha === undefined ? 3 : 4, background } })
}

/** Returns a noisy picture, which compresses as badly as a photo. */
export function makeNoisyPicture(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888888', noise } })
}

/** Returns a black PNG of any dimensions, which is a small file because it has one bit per pixel. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    makeChunk('IHDR', header),
    makeChunk('IDAT', rows),
    makeChunk('IEND', Buffer.alloc(0)),
  ])
}

function makeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** Returns the colour of one pixel as [r, g, b]. */
export async function readPixel(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const raw = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...raw]
}
