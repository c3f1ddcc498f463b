import { type Appearance, makeThemeTokens } from '#app/domain/settings/appearance.ts'
import { paths } from '#app/paths.ts'

export function makeFrameFace({ stamp, ink, act, ...picture }: Appearance, name = 'Aeropub') {
  const { logoFile, logoWidth, logoHeight } = picture
  return {
    styles: ink || act ? paths.look(stamp, 'css') : undefined,
    themeColour: makeThemeTokens({ ink, act }).light['petrol-deep'],
    logo:
      logoFile && logoWidth && logoHeight
        ? { src: paths.look(stamp, 'png'), width: logoWidth, height: logoHeight, name }
        : undefined,
  }
}

export function makeLookStyles(colours: Pick<Appearance, 'ink' | 'act'>): string {
  const { light, dark } = makeThemeTokens(colours)
  return `:root{${formatDeclarations(light)}}\n@media screen and (prefers-color-scheme:dark){:root{${formatDeclarations(dark)}}}\n`
}

function formatDeclarations(tokens: Record<string, string>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}
