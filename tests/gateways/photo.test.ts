import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { maxPhotoBytes } from '#app/domain/platform/attachment.ts'
import { PhotoRefused, readPhoto } from '#app/gateways/photo.server.ts'
import { hugePng, makeNoisyPicture, makePlainPicture, readPixel } from './pictures.ts'

/** Returns the code with which a photo is rejected, or 'accepted'. */
async function findRefusal(bytes: Buffer): Promise<string> {
  try {
    await readPhoto(bytes)
  } catch (error) {
    if (error instanceof PhotoRefused) return error.code
    throw error
  }
  return 'accepted'
}

/** Expects colours as close as a lossy format allows. */
function expectColour(colour: number[], expected: number[]) {
  for (const [index, value] of expected.entries())
    expect(Math.abs((colour[index] ?? 999) - value), `${colour} for ${expected}`).toBeLessThan(12)
}

const gpsExif = {
  IFD0: { Make: 'Telefone Inventado', Copyright: 'Ana Inventada', Orientation: '6' },
  IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '22/1 53/1 9/1', GPSLongitudeRef: 'W' },
}
const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
const endsLikeJpeg = (bytes: Buffer) => bytes.subarray(-2).equals(Buffer.from([0xff, 0xd9]))

describe('a photo', () => {
  test.each(['jpeg', 'png', 'gif'] as const)('converts a %s to a JPEG of the same size', async (format) => {
    const photo = await readPhoto(await makePlainPicture(40, 30).toFormat(format).toBuffer())
    expect(photo).toMatchObject({ width: 40, height: 30, type: 'image/jpeg' })
    expect([isJpeg(photo.bytes), endsLikeJpeg(photo.bytes)]).toEqual([true, true])
    expectColour(await readPixel(photo.bytes, 20, 15), [200, 40, 40])
  })

  test('accepts a single pixel', async () => {
    expect(await readPhoto(await makePlainPicture(1, 1).png().toBuffer())).toMatchObject({
      width: 1,
      height: 1,
    })
  })

  test('shrinks a long photo and never enlarges one', async () => {
    expect(await readPhoto(await makePlainPicture(4800, 1000).jpeg().toBuffer())).toMatchObject({
      width: 2400,
      height: 500,
    })
    expect(await readPhoto(await makePlainPicture(300, 2500).png().toBuffer())).toMatchObject({
      width: 288,
      height: 2400,
    })
    expect(await readPhoto(await makePlainPicture(5000, 1).png().toBuffer())).toMatchObject({
      width: 2400,
      height: 1,
    })
  })

  test('turns a photo upright', async () => {
    const bytes = await sharp(await makePlainPicture(60, 40, { r: 0, g: 0, b: 255 }).png().toBuffer())
      .composite([
        { input: await makePlainPicture(30, 40, { r: 255, g: 255, b: 0 }).png().toBuffer(), left: 0, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const photo = await readPhoto(bytes)
    expect(photo).toMatchObject({ width: 40, height: 60 })
    expectColour(await readPixel(photo.bytes, 20, 5), [255, 255, 0])
    expectColour(await readPixel(photo.bytes, 20, 55), [0, 0, 255])
  })

  test('drops location, camera, owner and colour profile', async () => {
    const bytes = await makeNoisyPicture(80, 60)
      .withExif(gpsExif)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">segredo</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const before = await sharp(bytes).metadata()
    const present = expect.anything()
    expect(before).toMatchObject({ exif: present, xmp: present, icc: present })
    const photo = await readPhoto(bytes)
    const metadata = await sharp(photo.bytes).metadata()
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc, metadata.orientation]).toEqual(
      Array(5).fill(undefined),
    )
    for (const trace of ['Exif', 'GPS', 'Inventad', 'xmp', 'segredo', 'ICC_PROFILE', 'Photoshop'])
      expect(photo.bytes.includes(trace), trace).toBe(false)
  })

  test('converts colours to sRGB', async () => {
    const wideGamut = await makePlainPicture(20, 20, { r: 0, g: 200, b: 0 })
      .withIccProfile('p3')
      .jpeg({ quality: 100 })
      .toBuffer()
    const cmyk = await makePlainPicture(20, 20).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    const grey = await makePlainPicture(20, 20, { r: 90, g: 90, b: 90 }).greyscale().png().toBuffer()
    const sixteenBit = await makePlainPicture(20, 20).toColourspace('rgb16').png().toBuffer()
    for (const bytes of [wideGamut, cmyk, grey, sixteenBit]) {
      const photo = await readPhoto(bytes)
      expect(await sharp(photo.bytes).metadata()).toMatchObject({
        space: 'srgb',
        channels: 3,
        depth: 'uchar',
      })
    }
    expectColour(await readPixel((await readPhoto(wideGamut)).bytes, 10, 10), [0, 200, 0])
  })

  test('puts white behind transparent parts', async () => {
    const photo = await readPhoto(
      await makePlainPicture(20, 20, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer(),
    )
    expectColour(await readPixel(photo.bytes, 10, 10), [255, 255, 255])
  })

  test('uses the first frame of an animated GIF', async () => {
    const frames = await Promise.all(
      [
        { r: 0, g: 160, b: 0 },
        { r: 200, g: 0, b: 0 },
      ].map((colour) => makePlainPicture(16, 16, colour).png().toBuffer()),
    )
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(bytes).metadata()).pages).toBe(2)
    const photo = await readPhoto(bytes)
    expect(photo).toMatchObject({ width: 16, height: 16 })
    expectColour(await readPixel(photo.bytes, 8, 8), [0, 160, 0])
  })

  test.each([
    ['a web page', '<script>alert(document.cookie)</script>'],
    ['an archive', 'PK\x03\x04invented.txt'],
    ['a program', '<?php system($_GET["x"]); ?>'],
    ['a PDF', '%PDF-1.7\n1 0 obj'],
  ])('drops %s that is hidden in a photo', async (_name, hiddenText) => {
    const bytes = await makePlainPicture(20, 20)
      .withExif({ IFD0: { ImageDescription: hiddenText } })
      .jpeg()
      .toBuffer()
    const photo = await readPhoto(Buffer.concat([bytes, Buffer.from(hiddenText)]))
    expect(bytes.includes(hiddenText.slice(0, 4))).toBe(true)
    expect(photo.bytes.includes(hiddenText.slice(0, 4))).toBe(false)
    expect(endsLikeJpeg(photo.bytes)).toBe(true)
  })

  test('converts a converted photo again', async () => {
    const convertedPhoto = await readPhoto(await makeNoisyPicture(50, 50).png().toBuffer())
    expect(await readPhoto(convertedPhoto.bytes)).toMatchObject({ width: 50, height: 50 })
  })

  test.each([
    [8160, 6144],
    [6000, 8000],
  ])('accepts %i × %i pixels', async (width, height) => {
    const photo = await readPhoto(hugePng(width, height))
    expect(Math.max(photo.width, photo.height)).toBe(2400)
  })
})

/** Returns the beginning of a media file such as HEIC, AVIF or MP4, which states its brands. */
const makeBox = (brand: string, ...compatibleBrands: string[]) => {
  const body = Buffer.from(`ftyp${brand}\0\0\0\0${compatibleBrands.join('')}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([length, body, Buffer.alloc(64)])
}

describe('a file that is not a photo', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['one byte', Buffer.from([0xff]), 'not-an-image'],
    [
      'an SVG drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'not-an-image',
    ],
    ['an SVG drawing with a heading', Buffer.from('<?xml version="1.0"?><svg/>'), 'not-an-image'],
    ['a web page', Buffer.from('<!doctype html><img src=x onerror=alert(1)>'), 'not-an-image'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'not-an-image'],
    ['an archive', Buffer.from('PK\x03\x04'), 'not-an-image'],
    ['a TIFF', Buffer.from('II*\0\x08\0\0\0'), 'not-an-image'],
    ['a BMP', Buffer.from('BM\0\0\0\0'), 'not-an-image'],
    ['a video', makeBox('isom', 'iso2', 'mp41'), 'not-an-image'],
    ['text about a picture', Buffer.from('JFIF PNG GIF89a'), 'not-an-image'],
    ['a space before the picture', Buffer.from(' GIF89a'), 'not-an-image'],
    ['an iPhone’s picture', makeBox('heic', 'mif1'), 'heic'],
    ['another telephone’s picture', makeBox('mif1', 'heic'), 'heic'],
    ['a series of pictures', makeBox('hevc'), 'heic'],
    ['an AVIF', makeBox('avif', 'mif1', 'miaf'), 'heic'],
    ['a video header with a picture’s brand', makeBox('mp42', 'isom', 'heic'), 'heic'],
    ['the beginning of a jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'damaged'],
    ['the beginning of a png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'damaged'],
    ['the beginning of a gif', Buffer.from('GIF89a'), 'damaged'],
    ['a web page that begins like a gif', Buffer.from('GIF89a/*<script>*/=alert(1)'), 'damaged'],
    ['more than 10 MiB', Buffer.alloc(maxPhotoBytes + 1, 0xff), 'too-large'],
  ])('is rejected: %s', async (_name, bytes, code) => {
    expect(await findRefusal(bytes)).toBe(code)
  })

  test('is rejected as a WebP', async () => {
    expect(await findRefusal(await makePlainPicture(9, 9).webp().toBuffer())).toBe('not-an-image')
  })

  test.each([
    ['jpeg', 0.3],
    ['jpeg', 0.95],
    ['png', 0.5],
    ['gif', 0.2],
  ] as const)('is rejected as a %s cut at %d of its length', async (format, share) => {
    const bytes = await makeNoisyPicture(300, 200).toFormat(format).toBuffer()
    expect(await findRefusal(bytes.subarray(0, Math.floor(bytes.length * share)))).toBe('damaged')
  })

  test('is rejected as a PNG with foreign bytes inside', async () => {
    const bytes = await makeNoisyPicture(300, 200).png().toBuffer()
    const middle = Math.floor(bytes.length / 2)
    bytes.fill(0x41, middle, middle + 400)
    expect(await findRefusal(bytes)).toBe('damaged')
  })

  test('is rejected as a small file that would fill the memory', async () => {
    const bomb = hugePng(20_000, 20_000)
    expect(bomb.length).toBeLessThan(100_000)
    expect(await findRefusal(bomb)).toBe('too-many-pixels')
  })

  test('is rejected as a strip of more than 20,000 pixels, but not as a long panorama', async () => {
    expect(await findRefusal(hugePng(8, 20_001))).toBe('too-many-pixels')
    expect(await findRefusal(hugePng(20_001, 8))).toBe('too-many-pixels')
    expect(await findRefusal(hugePng(16_382, 300))).toBe('accepted')
  })

  test('is rejected with a declared size that is enormous', async () => {
    const smallPng = hugePng(8, 8)
    const widthOffset = 16
    smallPng.writeUInt32BE(2_000_000_000, widthOffset)
    expect(['damaged', 'too-many-pixels']).toContain(await findRefusal(smallPng))
  })
})

test('accepts other photos uploaded with a rejected one', async () => {
  const validPhoto = await makePlainPicture(30, 30).png().toBuffer()
  const truncatedPhoto = validPhoto.subarray(0, 40)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => [truncatedPhoto, validPhoto, validPhoto])
      .flat()
      .map(findRefusal),
  )
  const expectedAnswers = Array.from({ length: 4 }, () => ['damaged', 'accepted', 'accepted'])
  expect(answers).toEqual(expectedAnswers.flat())
})
