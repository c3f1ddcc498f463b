import type { LoaderFunctionArgs } from '@remix-run/node'
import { Button } from '#app/components/button.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { requireViewer } from '#app/web/session.server.ts'

export const handle: PageHandle = { title: 'Baixar meus dados' }

export async function loader(args: LoaderFunctionArgs) {
  await requireViewer(args)
  return null
}

export default function DataExport() {
  return (
    <div className="narrow stack">
      <PageHeading title="Baixar meus dados" back={{ href: paths.account(), label: 'Meus dados' }} />
      <p>
        Você recebe um arquivo com tudo o que guardamos na sua conta: cadastro, endereços, frota, carrinho e
        compra começada, pedidos com boletos, envios e assinaturas, renovações, avisos de vencimento,
        certificados, cópias e downloads, mensagens que você nos enviou pela página de contato com a conta
        aberta, e-mails anteriores, sessões e o histórico da conta.
      </p>
      <p className="hint">
        O arquivo é um texto em formato JSON, que outros sistemas sabem ler. Guarde-o com cuidado: ele tem
        seus documentos e endereços.
      </p>
      <form method="post" action={paths.dataExportFile()} className="actions">
        <Button variant="main" icon="download">
          Baixar meus dados
        </Button>
      </form>
    </div>
  )
}
