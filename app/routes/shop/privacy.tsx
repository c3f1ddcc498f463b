import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { heldCompany } from '#app/models/settings/held-settings.server.ts'
import { paths } from '#app/paths.ts'
import { privacySections } from '#app/routes/shop/privacy-notice.ts'
import { ProsePage } from '#app/routes/shop/prose-page.tsx'
import { companyContact } from '#app/text/accounts/address-labels.ts'
import { privacyVersion } from '#app/text/accounts/privacy-version.ts'

export const handle: PageHandle = {
  title: 'Privacidade',
  description:
    'Quais dados pessoais a loja guarda, para quê, com quem os compartilha e quais são os seus direitos.',
  canonical: paths.privacy(),
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export async function loader() {
  const company = await heldCompany()
  return privacySections(company && companyContact(company))
}

export default function Privacy() {
  const sections = useLoaderData<typeof loader>()
  return <ProsePage title="Privacidade" version={privacyVersion} sections={sections} />
}
