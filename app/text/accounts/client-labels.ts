type Client = { isCompany: boolean; name: string; companyName: string | null }

/** A client in lists: the company's name for a company, else the person's (F120). */
export function clientName({ isCompany, name, companyName }: Client): string {
  return isCompany && companyName ? companyName : name
}

/** A text of at most `length` characters, the last of them '…' where it was longer (F102). */
export function shortened(text: string, length: number): string {
  const letters = [...text]
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text
}

/** What every search of clients knows. */
export const clientSearchLabel = 'Nome, empresa, parte do e-mail, telefone, CPF, CNPJ, CEP ou número'

/** How many clients a search found, and which of them are shown. */
export function foundClients(count: number, shown: number): string {
  if (count > shown) return `São os ${shown} mais novos de ${count}: com mais palavras vêm menos.`
  return count === 1 ? '1 cliente encontrado.' : `${count} clientes encontrados.`
}
