import type { PhotoSubject } from '#app/domain/catalogue/photo-subject.ts'

/** SVG paths: `lines` are stroked, `shapes` are filled. */
type Drawing = { lines: string; shapes: string }

export const photoDrawingSize = { width: 240, height: 160 } as const

/** The corners of a camera's viewfinder, which frame every drawing. */
export const photoFrame = 'M4 34V4h36M200 4h36v30M236 126v30h-36M40 156H4v-30'

function drawBox(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

function drawDot(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

function drawRow(count: number, step: number, draw: (offset: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index * step)).join('')
}

const drawBarcode = (x: number, y: number) =>
  drawRow(6, 6, (offset) => drawBox(x + offset, y, offset % 4 === 0 ? 3 : 2, 9))

/** Left edge, width and height of each drawn book. */
const books = [
  [42, 22, 92],
  [64, 28, 80],
  [92, 20, 96],
  [112, 26, 84],
  [138, 22, 92],
  [160, 36, 76],
] as const

/** Drawings without letters, because they are drawn where fonts may be missing. */
export const photoDrawings: Readonly<Record<PhotoSubject, Drawing>> = {
  'data-plate': {
    lines: `M50 34h140a6 6 0 0 1 6 6v80a6 6 0 0 1-6 6H50a6 6 0 0 1-6-6V40a6 6 0 0 1 6-6z${drawBox(70, 60, 100, 20)}${drawRow(8, 12, (offset) => drawDot(78 + offset, 102, 4))}`,
    shapes: `${drawRow(2, 124, (offset) => drawDot(58 + offset, 48, 3) + drawDot(58 + offset, 112, 3))}${drawBox(84, 45, 72, 5)}${drawRow(5, 16, (offset) => drawBox(80 + offset, 66, 12, 8))}`,
  },
  'damaged-copy': {
    lines: `M70 22h68l-6 12 12 5-4 11 15 3-3 12 16 6v67H70zM82 22v116M148 18h22v42l-10-5 3-9-13-3 4-12-10-5z`,
    shapes: `${drawBox(94, 60, 44, 6)}${drawBox(94, 74, 56, 4)}${drawBox(94, 118, 32, 5)}`,
  },
  panel: {
    lines: `M30 46q90-28 180 0v78H30z${drawRow(4, 40, (offset) => drawDot(60 + offset, 74, 15))}M60 74l8-8M100 74v-11M140 74l-9-6M180 74l10 4`,
    shapes: drawRow(4, 41, (offset) => drawBox(44 + offset, 102, 29, 10)),
  },
  permit: {
    lines: `${drawBox(50, 24, 140, 112)}${drawBox(57, 31, 126, 98)}${drawDot(120, 48, 8)}${drawDot(160, 104, 10)}M154 112l-3 12 9-4 9 4-3-12M72 118q8-14 14-1t12-3 14 2`,
    shapes: `${drawBox(84, 64, 72, 6)}${drawBox(72, 80, 96, 3)}${drawBox(72, 88, 96, 3)}${drawBox(72, 96, 60, 3)}`,
  },
  labels: {
    lines: `M30 54l16-24h82v48H46zM94 112l16-24h96v48h-96z${drawDot(48, 54, 4)}${drawDot(112, 112, 4)}M44 54q-16 2-22 22M108 112q-18 0-24 20`,
    shapes: `${drawBox(62, 38, 54, 5)}${drawBox(62, 48, 38, 4)}${drawBarcode(62, 60)}${drawBox(126, 96, 66, 5)}${drawBox(126, 106, 44, 4)}${drawBarcode(126, 118)}`,
  },
  spines: {
    lines: `M28 132h184${books.map(([x, width, height]) => drawBox(x, 132 - height, width, height)).join('')}`,
    shapes: books
      .map(
        ([x, width, height]) =>
          drawBox(x + 4, 144 - height, width - 8, 16) + drawBox(x + 5, 166 - height, width - 10, 3),
      )
      .join(''),
  },
  'former-report': {
    lines: `${drawBox(70, 28, 100, 112)}${drawBox(84, 92, 40, 14)}M84 130h72M88 126q6-14 12-2t10-4 10 4 14-6`,
    shapes: `${drawBox(102, 20, 36, 14)}${drawBox(84, 46, 56, 6)}${drawRow(3, 10, (offset) => drawBox(84, 60 + offset, 72, 3))}${drawRow(3, 12, (offset) => drawBox(88 + offset, 97, 8, 4))}`,
  },
  damage: {
    lines: `M24 30h192M24 100h192M88 50l16 11-8 11 22 6-6 9 24 6${drawBox(52, 114, 136, 22)}${drawRow(16, 8, (offset) => `M${60 + offset} 114v${offset % 32 === 0 ? 10 : 6}`)}`,
    shapes: drawRow(8, 24, (offset) => drawDot(36 + offset, 40, 3)),
  },
  other: {
    lines: `M66 54h28l8-12h36l8 12h28v70H66z${drawDot(120, 88, 24)}${drawDot(120, 88, 12)}`,
    shapes: drawBox(152, 64, 12, 6),
  },
}

/** Returns an SVG of twice the size, so that it is sharp on high-resolution screens. */
export function formatPhotoDrawing(subject: PhotoSubject): string {
  const { width, height } = photoDrawingSize
  const { lines, shapes } = photoDrawings[subject]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${2 * width}" height="${2 * height}"><path fill="#fff" d="M0 0h${width}v${height}H0z"/><g fill="none" stroke="#07323f"><path stroke-width="3" d="${photoFrame}"/><path stroke-width="2" d="${lines}"/></g><path fill="#07323f" d="${shapes}"/></svg>`
}
