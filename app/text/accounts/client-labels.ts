import { quoteName } from '#app/domain/accounts/person-name.ts'

type Client = { isCompany: boolean; name: string; companyName: string | null }

export function getClientName({ isCompany, name, companyName }: Client): string {
  return isCompany && companyName ? companyName : name
}

type Contact = { clientName: string; contactName: string; email: string }

/** Returns '“Ana” (ana@exemplo.com)', or for a company '“Fazenda Ltda.” (“Ana”, ana@exemplo.com)'. */
export function formatClientAndContact({ clientName, contactName, email }: Contact): string {
  const [client, contact] = [quoteName(clientName), quoteName(contactName)]
  return client === contact ? `${client} (${email})` : `${client} (${contact}, ${email})`
}

export function shortenText(text: string, length: number): string {
  const letters = [...text]
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text
}

export const clientSearchLabel = 'Nome, empresa, parte do e-mail, telefone, CPF, CNPJ, CEP ou número'

export function formatFoundClients(count: number, shownCount: number): string {
  if (count > shownCount) return `São os ${shownCount} mais novos de ${count}: com mais palavras vêm menos.`
  return count === 1 ? '1 cliente encontrado.' : `${count} clientes encontrados.`
}
