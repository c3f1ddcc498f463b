import { db } from '#app/models/platform/db.server.ts'

const MAX_LISTED_PER_DOCUMENT = 5

/** Returns accounts with the same document: other buyers of the company, or other accounts of the person. */
export async function listSameDocumentAccounts(profile: {
  id: number
  cpf: string | null
  cnpj: string | null
}) {
  const selectOthers = (column: 'cpf' | 'cnpj', document: string | null) =>
    db
      .selectFrom('profiles')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .select(['profiles.id', 'shown_name as shownName', 'email'])
      .where(column, '=', document)
      .where('profiles.id', '!=', profile.id)
      .orderBy('profiles.id', 'desc')
      .limit(MAX_LISTED_PER_DOCUMENT)
      .execute()
  const accounts = await Promise.all([selectOthers('cpf', profile.cpf), selectOthers('cnpj', profile.cnpj)])
  return [...new Map(accounts.flat().map((account) => [account.id, account])).values()]
}
