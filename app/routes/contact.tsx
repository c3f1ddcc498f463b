import { useLoaderData } from '@remix-run/react'
import { PageHeading } from '#app/components/page-heading.tsx'
import { SummaryList } from '#app/components/summary-list.tsx'
import { findCompany } from '#app/models/setting.server.ts'
import { companyContact } from '#app/text/address-words.ts'
import type { PageHandle } from '#app/web/page.ts'

export const handle: PageHandle = { title: 'Contato' }

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export async function loader() {
  const company = await findCompany()
  return { company: company && companyContact(company) }
}

export default function Contact() {
  const { company } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading title="Contato" lead="Fale com quem entende das publicações." />
      {company ? (
        <SummaryList
          rows={[
            {
              key: 'Telefone',
              value: <a href={`tel:${company.phone.replace(/[^\d+]/g, '')}`}>{company.phone}</a>,
            },
            { key: 'E-mail', value: <a href={`mailto:${company.email}`}>{company.email}</a> },
            { key: 'Endereço', value: company.address },
          ]}
        />
      ) : null}
    </>
  )
}
