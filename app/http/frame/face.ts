import { type Appearance, themeTokens } from '#app/domain/settings/appearance.ts'
import { paths } from '#app/paths.ts'

export function frameFace({ stamp, ink, act, ...picture }: Appearance, name = 'Aeropub') {
  const { logoFile, logoWidth, logoHeight } = picture
  return {
    styles: ink || act ? paths.look(stamp, 'css') : undefined,
    themeColour: themeTokens({ ink, act }).light['petrol-deep'],
    logo:
      logoFile && logoWidth && logoHeight
        ? { src: paths.look(stamp, 'png'), width: logoWidth, height: logoHeight, name }
        : undefined,
  }
}

export function lookStyles(colours: Pick<Appearance, 'ink' | 'act'>): string {
  const { light, dark } = themeTokens(colours)
  return `:root{${formatDeclarations(light)}}\n@media screen and (prefers-color-scheme:dark){:root{${formatDeclarations(dark)}}}\n`
}

function formatDeclarations(tokens: Record<string, string>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}
