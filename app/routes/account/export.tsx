import type { LoaderFunctionArgs } from '@remix-run/node'
import type { PageHandle } from '#app/http/page.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

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
        pedido não concluído, pedidos com boletos, envios e assinaturas, renovações, avisos de vencimento,
        certificados, cópias e downloads, mensagens que você nos enviou pela página de contato com a conta
        aberta, e-mails anteriores, os avisos que você não quer receber, sessões e o histórico da conta.
      </p>
      <p className="hint">
        O arquivo é um texto em formato JSON, que outros sistemas sabem ler. Guarde-o com cuidado: ele tem
        seus documentos e endereços.
      </p>
      <PostForm action={paths.dataExportFile()} className="actions">
        <Button variant="main" icon="download">
          Baixar meus dados
        </Button>
      </PostForm>
    </div>
  )
}
