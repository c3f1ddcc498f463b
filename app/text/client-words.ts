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
