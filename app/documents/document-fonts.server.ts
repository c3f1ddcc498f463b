import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// Resolves files at run time, both from the sources and in the production build.
const { resolve } = createRequire(import.meta.url)

const family = 'IBM Plex Sans'
const weights = [400, 600]

/** Unicode ranges of the font: Portuguese needs the first, foreign names the second. */
const subsets = [
  {
    name: 'latin',
    range:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  { name: 'latin-ext', range: 'U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB' },
]

let loadedFonts: string | undefined

/** Returns @font-face rules with data: addresses. Reads the files on the first call. */
export function readFontFaces(): string {
  loadedFonts ??= subsets
    .flatMap((subset) => weights.map((weight) => makeFontFace(subset, weight)))
    .join('\n')
  return loadedFonts
}

function makeFontFace({ name, range }: (typeof subsets)[number], weight: number): string {
  const file = resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-${name}-${weight}-normal.woff2`)
  const data = readFileSync(file, 'base64')
  return `@font-face{font-family:'${family}';font-weight:${weight};unicode-range:${range};src:url(data:font/woff2;base64,${data}) format('woff2')}`
}
