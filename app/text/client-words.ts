type Client = { isCompany: boolean; companyName: string | null; personName: string }

/** A client as lists and reports name one: the company where there is one, else the person (F120). */
export function clientName({ isCompany, companyName, personName }: Client): string {
  return (isCompany && companyName) || personName
}

/** A text of at most `length` characters, the last of them '…' where it was longer (F102). */
export function shortened(text: string, length: number): string {
  const letters = [...text]
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text
}
