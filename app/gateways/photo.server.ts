import type sharpFunction from 'sharp'
import { maxPhotoBytes } from '#app/domain/platform/attachment.ts'

/** Allows the 8160 × 6144 pixels of a 50-megapixel phone. */
export const maxPhotoPixels = 52_000_000
/** The longest accepted side in pixels. Panoramas have 16,000; longer pictures are slow to process. */
const MAX_UPLOADED_SIDE = 20_000
const MAX_STORED_SIDE = 2400
const JPEG_QUALITY = 82
const MAX_SECONDS = 15
const MAX_CONCURRENT = 2

export type PhotoFault = 'empty' | 'not-an-image' | 'heic' | 'too-large' | 'too-many-pixels' | 'damaged'

export class PhotoRefused extends Error {
  override name = 'PhotoRefused'
  readonly code: PhotoFault

  constructor(code: PhotoFault, options?: ErrorOptions) {
    super(`photo refused: ${code}`, options)
    this.code = code
  }
}

export type Photo = { bytes: Buffer; width: number; height: number; type: 'image/jpeg' }

let loadedSharp: Promise<typeof sharpFunction> | undefined

/** Returns sharp. Loads it with the first picture because it needs 15 MB. */
function openSharp(): Promise<typeof sharpFunction> {
  loadedSharp ??= import('sharp').then(({ default: sharp }) => {
    // Pictures are not cached because each is personal and used once.
    sharp.cache(false)
    sharp.concurrency(1)
    // Only loaders of accepted formats are allowed. SVG is for our drawings, never for uploads.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadNsgifBuffer',
        'VipsForeignLoadSvgBuffer',
      ],
    })
    return sharp
  })
  return loadedSharp
}

/** Returns a JPEG of at most `maxSide` pixels a side without metadata. Throws PhotoRefused. */
export async function readPhoto(bytes: Buffer, maxSide = MAX_STORED_SIDE): Promise<Photo> {
  if (bytes.length === 0) throw new PhotoRefused('empty')
  if (bytes.length > maxPhotoBytes) throw new PhotoRefused('too-large')
  const kind = findImageKind(bytes)
  if (kind === 'heic' || kind === 'not-an-image') throw new PhotoRefused(kind)
  return runLimited(async () => {
    await checkPixels(bytes)
    return redrawPhoto(bytes, maxSide)
  })
}

export type LogoPicture = { bytes: Buffer; width: number; height: number }

/** Twice the largest displayed size, for high-resolution screens. */
const maxLogo = { width: 480, height: 120 }

/** Converts a PNG or JPEG to a small PNG that keeps the transparency. Throws PhotoRefused. */
export async function readLogo(bytes: Buffer): Promise<LogoPicture> {
  if (bytes.length === 0) throw new PhotoRefused('empty')
  if (bytes.length > maxPhotoBytes) throw new PhotoRefused('too-large')
  const kind = findImageKind(bytes)
  if (kind !== 'png' && kind !== 'jpeg') throw new PhotoRefused('not-an-image')
  const sharp = await openSharp()
  return runLimited(async () => {
    await checkPixels(bytes)
    try {
      const { data, info } = await sharp(bytes, { limitInputPixels: maxPhotoPixels, failOn: 'error' })
        .autoOrient()
        .resize({ ...maxLogo, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .png({ palette: true, compressionLevel: 9 })
        .timeout({ seconds: MAX_SECONDS })
        .toBuffer({ resolveWithObject: true })
      return { bytes: data, width: info.width, height: info.height }
    } catch (cause) {
      throw new PhotoRefused('damaged', { cause })
    }
  })
}

/** Draws our own SVG, never an upload, as a PNG of at most 256 colours unless `palette` is false. */
export async function drawPicture(svg: string, { palette = true } = {}): Promise<Buffer> {
  const sharp = await openSharp()
  return runLimited(() =>
    sharp(Buffer.from(svg)).png({ palette }).timeout({ seconds: MAX_SECONDS }).toBuffer(),
  )
}

async function checkPixels(bytes: Buffer): Promise<void> {
  const sharp = await openSharp()
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause) => {
      throw new PhotoRefused('damaged', { cause })
    })
  if (width * height > maxPhotoPixels || Math.max(width, height) > MAX_UPLOADED_SIDE)
    throw new PhotoRefused('too-many-pixels')
}

async function redrawPhoto(bytes: Buffer, maxSide: number): Promise<Photo> {
  const sharp = await openSharp()
  // 'error' rejects truncated pictures but accepts warnings, which are common with phones.
  const picture = sharp(bytes, { limitInputPixels: maxPhotoPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: JPEG_QUALITY })
    .timeout({ seconds: MAX_SECONDS })
  try {
    const { data, info } = await picture.toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height, type: 'image/jpeg' }
  } catch (cause) {
    throw new PhotoRefused('damaged', { cause })
  }
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff])
const heifBrands = new Set('heic heix heim heis hevc hevx hevm hevs mif1 mif2 msf1 avif avis avio'.split(' '))

function findImageKind(bytes: Buffer): 'png' | 'gif' | 'jpeg' | 'heic' | 'not-an-image' {
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'png'
  if (bytes.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE)) return 'jpeg'
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'gif'
  return listBrands(bytes).some((brand) => heifBrands.has(brand)) ? 'heic' : 'not-an-image'
}

function listBrands(bytes: Buffer): string[] {
  if (bytes.length < 12 || bytes.toString('latin1', 4, 8) !== 'ftyp') return []
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 128))
  return brands.match(/.{4}/gs) ?? []
}

let runningCount = 0
const waitingStarts: (() => void)[] = []

/** Returns true if pictures wait for others to be drawn. */
export function isDrawingBusy(): boolean {
  return waitingStarts.length > 0
}

/** Limits concurrent pictures because decoded pictures are large even if their files are small. */
async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (runningCount >= MAX_CONCURRENT) await new Promise<void>((resolve) => waitingStarts.push(resolve))
  else runningCount += 1
  try {
    return await work()
  } finally {
    const startNext = waitingStarts.shift()
    if (startNext) startNext()
    else runningCount -= 1
  }
}
