import type { Applicability } from '#app/domain/catalogue/applicability.ts'
import type { PublicationSort } from '#app/models/catalogue/publication-browse.server.ts'

export const formNames = { printed: 'Impressa', download: 'Download' } as const
export const saleNames = { subscription: 'Assinatura (um ano)', 'one-off': 'Compra avulsa' } as const

/** Labels in a row of the list, for a given serial number. */
export const fitNames: Readonly<Record<Applicability, string>> = {
  fits: 'Serve',
  'does-not-fit': 'Não serve',
  unknown: 'Não sabemos se serve',
}

/** Returns the answer on a publication's page (D80). */
export function formatApplicability(
  answer: Applicability,
  { serial, model }: { serial: string; model?: string | undefined },
): string {
  const number = `o nº de série ${serial}${model ? ` (${model})` : ''}`
  if (answer === 'fits') return `Serve para ${number}.`
  if (answer === 'does-not-fit') return `Não serve para ${number}.`
  return `Não sabemos se serve para ${number}. Fale conosco antes de comprar.`
}

/** Splits contents into lines. Blanks before an entry show its depth. */
export function splitContents(contents: string): { text: string; isInner: boolean }[] {
  return contents
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ text: line.trim(), isInner: /^\s/.test(line) }))
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
  const number = `Nº de série ${serial}${model ? ` (${model})` : ''}`
  if (unfit === 0) return `${number}: confira em cada título se serve.`
  return unfit === 1
    ? `${number}: 1 título não serve e não está na lista.`
    : `${number}: ${unfit} títulos não servem e não estão na lista.`
}
