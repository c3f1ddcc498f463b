export type Colour = string // '#rrggbb' in lower case

export type Colours = { ink: Colour | null; act: Colour | null } // null for the default colour

/** The shop's appearance. `stamp` changes with each save. */
export type Appearance = Colours & {
  stamp: string
  logoFile: string | null
  logoWidth: number | null
  logoHeight: number | null
  logoBytes: number | null
}

export type CompanyLook = Colours & { logo: { png: string; width: number; height: number } | null }

/** Copied from app/styles/tokens.css. A company's colours are compared with them. */
export const houseColours = { ink: '#0a4d5f', act: '#b8480a' } as const
const paper = '#fbfaf6'
/** The darkest light background: that of error messages with links. */
const errorPaper = '#fbeaea'
const onInk = '#f3f8f8'
const onAct = '#ffffff'
const darkTheme = { sheet: '#131f25', text: '#eaf4f5' } as const

export const minContrast = 4.5 // between text and background (WCAG 2.2, 1.4.3)

/** Parses '#0A4D5F', '0a4d5f' or '#0a5'. Returns null for other text. */
export function parseColour(text: string): Colour | null {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text.trim().toLowerCase()) ?? []
  if (!digits) return null
  return `#${digits.length === 6 ? digits : digits.replace(/./g, '$&$&')}`
}

/** Returns the contrast, from 1 to 21 (WCAG 2.2). */
export function calculateContrast(foreground: Colour, background: Colour): number {
  const luminances = [computeLuminance(foreground), computeLuminance(background)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

function computeLuminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = parseChannels(colour).map((channel) => {
    const intensity = channel / 255
    return intensity <= 0.04045 ? intensity / 12.92 : ((intensity + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function parseChannels(colour: Colour): number[] {
  return [1, 3, 5].map((position) => Number.parseInt(colour.slice(position, position + 2), 16))
}

export type ColourFault = { background: 'paper' | 'text'; ratio: number }

/** Returns the lowest contrast with the page or the text if that contrast is too low; else null. */
export function findColourFault(name: keyof Colours, colour: Colour): ColourFault | null {
  const contrasts: ColourFault[] = [
    { background: 'paper', ratio: calculateContrast(colour, name === 'ink' ? errorPaper : paper) },
    { background: 'text', ratio: calculateContrast(colour, name === 'ink' ? onInk : onAct) },
  ]
  const [lowestContrast] = contrasts.toSorted((left, right) => left.ratio - right.ratio)
  return lowestContrast && lowestContrast.ratio < minContrast ? lowestContrast : null
}

/**
 * Returns the style tokens that the company's colours replace, with shades of enough contrast for each theme.
 */
export function makeThemeTokens({ ink, act }: Colours): Record<'light' | 'dark', Record<string, Colour>> {
  return {
    light: { ...(ink ? makeLightInk(ink) : {}), ...(act ? makeLightAct(act) : {}) },
    dark: { ...(ink ? makeDarkInk(ink) : {}), ...(act ? makeDarkAct(act) : {}) },
  }
}

function makeLightInk(ink: Colour): Record<string, Colour> {
  const darkShade = mixTowards('#000000', ink, (colour) => calculateContrast(colour, onInk) >= 9)
  return {
    petrol: ink,
    'petrol-hover': mixColours(ink, '#000000', 0.35),
    'petrol-deep': darkShade,
    'petrol-line': mixColours(darkShade, '#ffffff', 0.2),
  }
}

function makeDarkInk(ink: Colour): Record<string, Colour> {
  const lightShade = mixTowards('#ffffff', ink, (colour) => calculateContrast(colour, darkTheme.sheet) >= 7)
  const darkShade = mixTowards('#000000', ink, (colour) => calculateContrast(colour, darkTheme.text) >= 11)
  return {
    petrol: lightShade,
    'petrol-hover': mixColours(lightShade, '#ffffff', 0.4),
    'petrol-deep': darkShade,
    'petrol-line': mixColours(darkShade, '#ffffff', 0.2),
  }
}

function makeLightAct(act: Colour): Record<string, Colour> {
  return { signal: act, 'signal-hover': mixColours(act, '#000000', 0.2), 'on-signal': onAct }
}

function makeDarkAct(act: Colour): Record<string, Colour> {
  const lightShade = mixTowards('#ffffff', act, (colour) => calculateContrast(colour, darkTheme.sheet) >= 6)
  return {
    signal: lightShade,
    'signal-hover': mixColours(lightShade, '#ffffff', 0.25),
    'on-signal': '#14100c',
  }
}

/** Returns the first of twenty shades between `from` and `to` that is enough; `to` if there is none. */
function mixTowards(to: Colour, from: Colour, isEnough: (colour: Colour) => boolean): Colour {
  const shades = Array.from({ length: 20 }, (_, step) => mixColours(from, to, step / 20))
  return shades.find(isEnough) ?? to
}

function mixColours(base: Colour, added: Colour, addedShare: number): Colour {
  const addedChannels = parseChannels(added)
  const mixedChannels = parseChannels(base).map((channel, position) =>
    Math.round(channel + ((addedChannels[position] ?? 0) - channel) * addedShare),
  )
  return `#${mixedChannels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
