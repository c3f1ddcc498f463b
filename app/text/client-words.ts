type Client = { isCompany: boolean; name: string; companyName: string | null }

/** A client in lists: the company's name for a company, else the person's (F120). */
export function clientName({ isCompany, name, companyName }: Client): string {
  return isCompany && companyName ? companyName : name
}
