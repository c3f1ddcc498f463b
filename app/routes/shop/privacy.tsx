import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { cachedCompany } from '#app/models/settings/cached-settings.server.ts'
import { paths } from '#app/paths.ts'
import { listPrivacySections } from '#app/routes/shop/privacy-notice.ts'
import { ProsePage } from '#app/routes/shop/prose-page.tsx'
import { toCompanyContact } from '#app/text/accounts/address-labels.ts'
import { privacyVersion } from '#app/text/accounts/privacy-version.ts'

export const handle: PageHandle = {
  title: 'Privacidade',
  description:
    'Quais dados pessoais a loja guarda, para quê, com quem os compartilha e quais são os seus direitos.',
  canonical: paths.privacy(),
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export async function loader() {
  const company = await cachedCompany()
  return listPrivacySections(company && toCompanyContact(company))
}

export default function Privacy() {
  const sections = useLoaderData<typeof loader>()
  return <ProsePage title="Privacidade" version={privacyVersion} sections={sections} />
}
