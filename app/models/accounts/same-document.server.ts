import { db } from '#app/models/platform/db.server.ts'

const MAX_LISTED_PER_DOCUMENT = 5

/** Returns accounts with the same document. They are other buyers of the company or the person's other accounts. */
export async function listSameDocumentAccounts(profile: {
  id: number
  cpf: string | null
  cnpj: string | null
}) {
  const listOtherAccounts = (column: 'cpf' | 'cnpj', document: string | null) =>
    db
      .selectFrom('profiles')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .select(['profiles.id', 'shown_name as shownName', 'email'])
      .where(column, '=', document)
      .where('profiles.id', '!=', profile.id)
      .orderBy('profiles.id', 'desc')
      .limit(MAX_LISTED_PER_DOCUMENT)
      .execute()
  const [sameCpf, sameCnpj] = await Promise.all([
    listOtherAccounts('cpf', profile.cpf),
    listOtherAccounts('cnpj', profile.cnpj),
  ])
  const accountsById = new Map([...sameCpf, ...sameCnpj].map((account) => [account.id, account]))
  return [...accountsById.values()]
}
