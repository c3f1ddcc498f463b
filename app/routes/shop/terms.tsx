import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { ProsePage } from '#app/routes/shop/prose-page.tsx'
import { termsSections, termsVersion } from '#app/text/orders/terms.ts'

export const handle: PageHandle = {
  title: 'Termos de compra',
  description: 'O que você compra, preço, frete e pagamento, entrega, desistência e os seus dados.',
  canonical: paths.terms(),
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export default function Terms() {
  return <ProsePage title="Termos de compra" version={termsVersion} sections={termsSections} />
}
