import type { Applicability } from '#app/domain/catalogue/applicability.ts'
import type { PublicationSort } from '#app/models/catalogue/publication-browse.server.ts'

export const formNames = { printed: 'Impressa', download: 'Download' } as const
export const saleNames = { subscription: 'Assinatura (um ano)', 'one-off': 'Compra avulsa' } as const

/** Labels in the rows of the list, shown after a search by serial number. */
export const fitNames: Readonly<Record<Applicability, string>> = {
  fits: 'Serve',
  'does-not-fit': 'Não serve',
  unknown: 'Não sabemos se serve',
}

/** Returns the answer on a publication's page (D80). */
export function formatApplicability(
  applicability: Applicability,
  { serial, model }: { serial: string; model?: string | undefined },
): string {
  const modelText = model ? ` (${model})` : ''
  const serialText = `o nº de série ${serial}${modelText}`
  if (applicability === 'fits') return `Serve para ${serialText}.`
  if (applicability === 'does-not-fit') return `Não serve para ${serialText}.`
  return `Não sabemos se serve para ${serialText}. Fale conosco antes de comprar.`
}

/** Splits contents into lines. An indented line is an inner entry. */
export function splitContents(contents: string): { text: string; isInner: boolean }[] {
  const filledLines = contents.split('\n').filter((line) => line.trim() !== '')
  return filledLines.map((line) => ({ text: line.trim(), isInner: /^\s/.test(line) }))
}

export const sortNames: Readonly<Record<PublicationSort, string>> = {
  newest: 'Mais novas na loja',
  revised: 'Revisadas há menos tempo',
  name: 'Nome',
  cheapest: 'Menor preço',
  dearest: 'Maior preço',
}

/** Returns 'Nº de série 20300050 (EMB-203): 12 títulos não servem e não estão na lista.' */
export function formatUnfitTitles(
  serial: string,
  { unfit, model }: { unfit: number; model: string | undefined },
): string {
  const modelText = model ? ` (${model})` : ''
  const serialText = `Nº de série ${serial}${modelText}`
  if (unfit === 0) return `${serialText}: confira em cada título se serve.`
  return unfit === 1
    ? `${serialText}: 1 título não serve e não está na lista.`
    : `${serialText}: ${unfit} títulos não servem e não estão na lista.`
}
