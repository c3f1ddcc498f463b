export type DataPlate = { model: string; registration: string; serialNumber: string; year: string }

/** A font of 5 × 7 dots: each byte is a column, and its lowest bit is the top row. */
const dotPatterns: Readonly<Record<string, string>> = {
  '0': '3E5149453E',
  '1': '00427F4000',
  '2': '4261514946',
  '3': '2141454B31',
  '4': '1814127F10',
  '5': '2745454539',
  '6': '3C4A494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291E',
  A: '7E1111117E',
  B: '7F49494936',
  C: '3E41414122',
  D: '7F4141221C',
  E: '7F49494941',
  F: '7F09090901',
  G: '3E4149497A',
  H: '7F0808087F',
  I: '00417F4100',
  J: '2040413F01',
  K: '7F08142241',
  L: '7F40404040',
  M: '7F020C027F',
  N: '7F0408107F',
  O: '3E4141413E',
  P: '7F09090906',
  Q: '3E4151215E',
  R: '7F09192946',
  S: '4649494931',
  T: '01017F0101',
  U: '3F4040403F',
  V: '1F2040201F',
  W: '3F4038403F',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
  '-': '0808080808',
  '.': '0060600000',
  '/': '2010080402',
}

const columnsPerLetter = 5
const rowsPerLetter = 7

/** Draws text from its top left corner; `step` is the distance between dots in pixels. */
function stampText(text: string, { x, y, step, fill }: { x: number; y: number; step: number; fill: string }) {
  const circles = [...text.toUpperCase()].flatMap((letter, letterIndex) =>
    listDots(dotPatterns[letter] ?? '').map(({ column, row }) => {
      const [left, top] = [x + (letterIndex * (columnsPerLetter + 1) + column) * step, y + row * step]
      return `<circle cx="${left}" cy="${top}" r="${step * 0.46}"/>`
    }),
  )
  return `<g fill="${fill}">${circles.join('')}</g>`
}

/** Returns the dots of a letter. Two hexadecimal digits are a column, with one bit for each row. */
function listDots(columnBytes: string) {
  return Array.from({ length: columnBytes.length / 2 }, (_, column) => {
    const bits = Number.parseInt(columnBytes.slice(column * 2, column * 2 + 2), 16)
    return Array.from({ length: rowsPerLetter }, (_, row) => ({ column, row })).filter(
      ({ row }) => (bits >> row) & 1,
    )
  }).flat()
}

/** Returns dots pressed into metal: a dark hole with a light edge below. */
function pressText(text: string, position: { x: number; y: number; step: number }) {
  const lightEdge = {
    ...position,
    x: position.x + position.step * 0.18,
    y: position.y + position.step * 0.22,
    fill: '#fbfaf4',
  }
  return stampText(text, lightEdge) + stampText(text, { ...position, fill: '#23262a' })
}

function drawRivet(x: number, y: number) {
  return `<circle cx="${x}" cy="${y}" r="17" fill="url(#rivet)" stroke="#3b3f43" stroke-width="2"/>
    <path d="M${x - 9} ${y - 5}L${x + 9} ${y + 5}" stroke="#4a4e52" stroke-width="4"/>`
}

function drawField(label: string, value: string, y: number) {
  return `${stampText(label, { x: 340, y, step: 3.4, fill: '#eceae2' })}
    <rect x="334" y="${y + 36}" width="532" height="74" fill="url(#metal)" stroke="#1b1e21" stroke-width="2"/>
    ${pressText(value, { x: 352, y: y + 51, step: 7 })}`
}

/** Yields numbers from 0 to 1 derived from the text, so that a picture is always the same. */
function* makeRandomNumbers(text: string): Generator<number, never> {
  let state = [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 17)
  // A linear congruential generator.
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** Returns an SVG that needs no installed font. */
export function drawDataPlate({ model, registration, serialNumber, year }: DataPlate): string {
  const randomNumbers = makeRandomNumbers(`${registration} ${serialNumber}`)
  const drawBetween = (from: number, to: number) => from + randomNumbers.next().value * (to - from)
  const scratches = Array.from({ length: 26 }, () => {
    const [x, y] = [drawBetween(0, 1200), drawBetween(0, 900)]
    const endPoint = `${x + drawBetween(-70, 70)} ${y + drawBetween(-18, 18)}`
    return `<path d="M${x} ${y}L${endPoint}" stroke="#fff" stroke-opacity="${drawBetween(0.04, 0.2)}" stroke-width="${drawBetween(0.6, 2)}"/>`
  })
  const stains = Array.from({ length: 7 }, () => {
    const [x, y] = [drawBetween(0, 1200), drawBetween(0, 900)]
    return `<ellipse cx="${x}" cy="${y}" rx="${drawBetween(20, 120)}" ry="${drawBetween(10, 46)}" fill="#2b1d0d" fill-opacity="${drawBetween(0.03, 0.1)}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900">
  <defs>
    <linearGradient id="skin" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#d9b23a"/><stop offset=".5" stop-color="#c79a25"/><stop offset="1" stop-color="#8f6b14"/>
    </linearGradient>
    <linearGradient id="metal" x1="0" y1="0" x2="1" y2=".25">
      <stop offset="0" stop-color="#b9bcbd"/><stop offset=".35" stop-color="#dfe0de"/>
      <stop offset=".6" stop-color="#a9acad"/><stop offset="1" stop-color="#c9cbca"/>
    </linearGradient>
    <radialGradient id="rivet" cx=".35" cy=".3"><stop offset="0" stop-color="#f4f4f0"/><stop offset="1" stop-color="#6d7174"/></radialGradient>
    <radialGradient id="light" cx="${drawBetween(0.25, 0.5)}" cy="${drawBetween(0.15, 0.4)}" r=".85">
      <stop offset="0" stop-color="#fff" stop-opacity=".34"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/>
      <stop offset="1" stop-color="#000" stop-opacity=".5"/>
    </radialGradient>
  </defs>
  <rect width="1200" height="900" fill="url(#skin)"/>
  <path d="M0 128H1200M0 792H1200" stroke="#6f5410" stroke-width="5"/>
  ${[60, 240, 420, 600, 780, 960, 1140].map((x) => drawRivet(x, 96) + drawRivet(x, 824)).join('')}
  <g transform="rotate(${drawBetween(-3.5, 3.5)} 600 450)">
    <rect x="288" y="168" width="640" height="580" rx="18" fill="#000" fill-opacity=".35"/>
    <rect x="280" y="160" width="640" height="580" rx="18" fill="#1f3f63" stroke="#c9cbca" stroke-width="8"/>
    ${[300, 900].map((x) => [182, 718].map((y) => drawRivet(x, y)).join('')).join('')}
    ${stampText('AERONAVE AGRICOLA', { x: 366, y: 196, step: 4.6, fill: '#eceae2' })}
    <path d="M334 246H866" stroke="#eceae2" stroke-width="3"/>
    ${drawField('MODELO', model, 262)}
    ${drawField('MARCAS', registration, 380)}
    ${drawField('N. DE SERIE', serialNumber, 498)}
    ${drawField('ANO DE FABRICACAO', year, 616)}
  </g>
  ${stains.join('')}${scratches.join('')}
  <rect width="1200" height="900" fill="url(#light)"/>
</svg>`
}
