/** A client in lists: the company's name if it is one, else the person's (F120). */
export function clientName(client: {
  name: string
  is_company: boolean
  company_name: string | null
}): string {
  return (client.is_company && client.company_name) || client.name
}
