import type { ContributorIndicator } from '#app/domain/accounts/contributor.ts'
import type { IeDoubt } from '#app/domain/accounts/state-registration.ts'

/** About an IE that is taken all the same. */
export function formatIeDoubt(doubt: IeDoubt, state: string): string {
  return doubt === 'length'
    ? `Confira: a inscrição estadual de ${state} costuma ter outro tamanho.`
    : `Confira: o dígito verificador não é o de uma inscrição de ${state}.`
}

export const contributorLabels: Readonly<Record<ContributorIndicator, string>> = {
  '1': '1 - Contribuinte do ICMS',
  '2': '2 - Contribuinte isento de inscrição',
  '9': '9 - Não contribuinte',
}
