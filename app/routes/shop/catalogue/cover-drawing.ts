import type { PublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { fitText, wrapText } from '#app/domain/platform/text-fit.ts'
import { attitude, halfFront, halfPlan, sideView, sideWheels } from '#app/routes/shop/drawing-paths.ts'
import { escapeXml } from '#app/routes/shop/xml.ts'
import { kindNames } from '#app/text/catalogue/page-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'

/** The size of the drawing in pixels, with the ratio 3 : 4. */
export const coverSize = { width: 360, height: 480 } as const

type CoverTexts = {
  name: string
  version: string
  date: CivilDate
  kind: PublicationKind
  models: readonly string[]
}

// Positions and sizes in pixels of the drawing.
const LEFT = 46
const TEXT_WIDTH = 290
const TITLE_TOP = 112
const MAX_TITLE_LINES = 6
const titleBox = { width: TEXT_WIDTH, height: 118, lineHeight: 1.22, sizes: [25, 22, 19.5, 17, 15] }
const MAX_MODELS_WIDTH = 22 // multiples of the type size

/**
 * Draws a cover for a publication without a picture: spine, logo, title, aircraft, revision, and a drawing
 * for its kind. The SVG itself follows the reader's light or dark scheme because pages cannot style a picture;
 * `isPlain` omits that for a PNG.
 */
export function drawCover(
  { name, version, date, kind, models }: CoverTexts,
  { isPlain = false } = {},
): string {
  const fontSize = fitText([name], titleBox)
  const titleLines = shortenLines(wrapText(name, TEXT_WIDTH / fontSize), MAX_TITLE_LINES)
  const getTitleY = (index: number) => TITLE_TOP + index * fontSize * titleBox.lineHeight
  const titleRows = titleLines.map((line, index) => drawRow(line, getTitleY(index)))
  const lastTitleY = getTitleY(titleLines.length - 1)
  const { width, height } = coverSize
  const styles = isPlain ? lightStyles : `${lightStyles}@media(prefers-color-scheme:dark){${darkStyles}}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(`${name}, ${version}`)}</title>`,
    `<style>${styles}</style>`,
    '<path class="paper" d="M0 0h360v480H0z"/><path class="spine" d="M0 0h22v480H0z"/>',
    `<path class="rule" d="M28 0v480M${LEFT} 76h${TEXT_WIDTH}M${LEFT} 430h${TEXT_WIDTH}"/>`,
    logoMark,
    `<text class="soft" x="${LEFT + 34}" y="46" font-size="15" font-weight="600">Aeropub</text>`,
    `<text class="soft" x="${LEFT + TEXT_WIDTH}" y="46" font-size="10.5" text-anchor="end">${kindNames[kind]}</text>`,
    `<text class="title" font-size="${fontSize}" font-weight="600">${titleRows.join('')}</text>`,
    `<text class="soft" font-size="13">${drawRow(formatModels(models), lastTitleY + 26)}</text>`,
    `<g class="line">${drawings[kind] ?? drawings.other}</g>`,
    `<text class="title" x="${LEFT}" y="456" font-size="15" font-weight="600">${escapeXml(version)}</text>`,
    `<text class="soft" x="${LEFT + TEXT_WIDTH}" y="456" font-size="12" text-anchor="end">${formatDate(date)}</text>`,
    '</svg>',
  ].join('')
}

const lightStyles =
  'text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans","DejaVu Sans",Arial,sans-serif}' +
  '.paper{fill:#f4f6f3}.spine{fill:#0a4d5f}.title{fill:#0a4d5f}.soft{fill:#4a5d65}' +
  '.rule{fill:none;stroke:#c3cdcb}.line *{fill:#f4f6f3;stroke:#0a4d5f;stroke-width:1.1;stroke-linejoin:round;stroke-linecap:round;vector-effect:non-scaling-stroke}' +
  '.line .open{fill:none}.line .accent{fill:none;stroke:#b8480a;stroke-width:3}.sheet{fill:#e2eaea;stroke:#0a4d5f}.horizon{fill:#2c8297}'
const darkStyles =
  '.paper{fill:#18272e}.spine{fill:#0d3a48}.title{fill:#b5e2ec}.soft{fill:#a3b4ba}.rule{stroke:#2f444d}' +
  '.line *{fill:#18272e;stroke:#86c9d9}.line .open{fill:none}.line .accent{stroke:#f39a59}.sheet{fill:#20343d;stroke:#86c9d9}'

/** The shop's logo in a small form. */
const logoMark =
  `<g transform="translate(${LEFT - 4} 26)"><path class="sheet" d="M8 2h12l7 7v19a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z"/>` +
  '<path class="horizon" d="M6 21.5 27 15.5V28a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2z"/>' +
  '<path fill="none" stroke="#d9560f" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" d="M9.5 17h3.5l3.5 3.5L20 17h3.5"/></g>'

function drawRow(line: string, y: number): string {
  return `<tspan x="${LEFT}" y="${Math.round(y * 10) / 10}">${escapeXml(line)}</tspan>`
}

function shortenLines(lines: readonly string[], maxLines: number): readonly string[] {
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]} …`]
}

/** Returns 'EMB-202A · EMB-203', or 'EMB-202A …' if the other models do not fit into the line. */
function formatModels(models: readonly string[]): string {
  const [line = '', ...otherLines] = wrapText(
    models.map((model) => model.replaceAll(' ', ' ')).join(' · '),
    MAX_MODELS_WIDTH,
  )
  return otherLines.length === 0 ? line : `${line.replace(/ ·$/, '')} …`
}

function mirrorPath(path: string): string {
  return `<path d="${path}"/><path transform="scale(-1 1)" d="${path}"/>`
}

const sideDrawing = `<g transform="translate(54 342) scale(1.17)">${sideView.map((path) => `<path d="${path}"/>`).join('')}${sideWheels.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`).join('')}</g>`
const frontDrawing = `<g transform="translate(191 18) scale(1.1)"><circle class="open" cy="300" r="46" stroke-dasharray="3 4"/>${mirrorPath(halfFront)}<circle cy="300" r="5"/></g>`
const planDrawing = `<g transform="translate(191 236) scale(.86)">${mirrorPath(halfPlan)}<path d="M-7 78h14l2 24h-18zM-10 110h20M-32 20q32-8 64 0-32 6-64 0z"/></g>`
const dialDrawing = `<g transform="translate(191 338) scale(.86)"><circle r="84"/><circle r="66"/><path d="${attitude.dialMarks}"/><g transform="rotate(-14)"><path d="${attitude.horizon}"/><path d="${attitude.pointer}"/></g><path class="accent" d="${attitude.wings}"/></g>`
const sheetsDrawing =
  '<g transform="translate(116 262)"><path d="M24 0h126v136H24z"/><path d="M12 8h126v136H12z"/><path d="M0 16h126v136H0z"/>' +
  '<path class="open" d="M16 44h70M16 62h94M16 80h94M16 98h94M16 116h60"/><path class="accent" d="M92 118l8 8 14-18"/></g>'

const drawings: Record<PublicationKind, string> = {
  flight: dialDrawing,
  maintenance: sideDrawing,
  parts: planDrawing,
  bulletin: sheetsDrawing,
  checklist: sheetsDrawing,
  supplement: dialDrawing,
  logbook: sheetsDrawing,
  training: frontDrawing,
  other: frontDrawing,
}
