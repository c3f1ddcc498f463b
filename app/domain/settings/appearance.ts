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
const dark = { sheet: '#131f25', text: '#eaf4f5' } as const

export const minContrast = 4.5 // between text and background (WCAG 2.2, 1.4.3)

/** Parses '#0A4D5F', '0a4d5f' or '#0a5'. Returns null for other text. */
export function parseColour(text: string): Colour | null {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text.trim().toLowerCase()) ?? []
  if (!digits) return null
  return `#${digits.length === 6 ? digits : digits.replace(/./g, '$&$&')}`
}

/** Returns the contrast, from 1 to 21 (WCAG 2.2). */
export function calculateContrast(one: Colour, other: Colour): number {
  const [lighter = 0, darker = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function computeLuminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = parseChannels(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function parseChannels(colour: Colour): number[] {
  return [1, 3, 5].map((position) => Number.parseInt(colour.slice(position, position + 2), 16))
}

export type ColourFault = { background: 'paper' | 'text'; ratio: number }

/** Returns the lower of the contrasts with page and text if it is too low; else null. */
export function findColourFault(name: keyof Colours, colour: Colour): ColourFault | null {
  const contrasts: ColourFault[] = [
    { background: 'paper', ratio: calculateContrast(colour, name === 'ink' ? errorPaper : paper) },
    { background: 'text', ratio: calculateContrast(colour, name === 'ink' ? onInk : onAct) },
  ]
  const [lowestContrast] = contrasts.toSorted((one, other) => one.ratio - other.ratio)
  return lowestContrast && lowestContrast.ratio < minContrast ? lowestContrast : null
}

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
  const lightShade = mixTowards('#ffffff', ink, (colour) => calculateContrast(colour, dark.sheet) >= 7)
  const darkShade = mixTowards('#000000', ink, (colour) => calculateContrast(colour, dark.text) >= 11)
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
  const lightShade = mixTowards('#ffffff', act, (colour) => calculateContrast(colour, dark.sheet) >= 6)
  return {
    signal: lightShade,
    'signal-hover': mixColours(lightShade, '#ffffff', 0.25),
    'on-signal': '#14100c',
  }
}

function mixTowards(to: Colour, from: Colour, isEnough: (colour: Colour) => boolean): Colour {
  const steps = Array.from({ length: 20 }, (_, step) => mixColours(from, to, step / 20))
  return steps.find(isEnough) ?? to
}

function mixColours(one: Colour, other: Colour, share: number): Colour {
  const otherChannels = parseChannels(other)
  const mixedChannels = parseChannels(one).map((channel, position) =>
    Math.round(channel + ((otherChannels[position] ?? 0) - channel) * share),
  )
  return `#${mixedChannels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
