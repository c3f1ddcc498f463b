import type { Appearance } from '#app/domain/settings/appearance.ts'
import type { HistoryLabels } from '#app/text/settings/field-labels.ts'

export const appearanceLabels: Readonly<Record<Exclude<keyof Appearance, 'stamp' | 'logoFile'>, string>> = {
  ink: 'Cor da marca',
  act: 'Cor da ação principal',
  logoWidth: 'Largura do logotipo, em pixels',
  logoHeight: 'Altura do logotipo, em pixels',
  logoBytes: 'Tamanho do logotipo, em bytes',
}

const labelsByField: Readonly<Record<string, string>> = appearanceLabels

export const appearanceHistory: HistoryLabels = {
  label: (field) => labelsByField[field] ?? field,
  value: (_field, text) => text,
}
