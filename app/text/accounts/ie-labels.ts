import { type ContributorChoice, contributorChoices } from '#app/domain/accounts/contributor.ts'
import type { IeDoubt } from '#app/domain/accounts/state-registration.ts'

/** Explains a doubt about an IE, which is accepted nevertheless. */
export function formatIeDoubt(doubt: IeDoubt, state: string): string {
  return doubt === 'length'
    ? `Confira: a inscrição estadual de ${state} costuma ter outro tamanho.`
    : `Confira: o dígito verificador não é o de uma inscrição de ${state}.`
}

export const contributorLabels: Readonly<Record<ContributorChoice, string>> = {
  '1': '1 - Contribuinte do ICMS',
  R: '1 - Contribuinte do ICMS, compra para revender',
  '2': '2 - Contribuinte isento de inscrição',
  '9': '9 - Não contribuinte',
}

export function getContributorName(text: string): string {
  const choice = contributorChoices.find((knownChoice) => knownChoice === text)
  return choice ? contributorLabels[choice] : text
}
