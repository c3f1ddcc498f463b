import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { dropUnusedFile } from '#app/http/backoffice/revision-upload.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import {
  findPublicationForStaff,
  isPublicationUsed,
  removePublication,
} from '#app/models/catalogue/publication-edit.server.ts'
import { paths } from '#app/paths.ts'
import { specified } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ name }) => `Remover ${name}?` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = idFrom(args.params.id) ?? notFound()
  const { name } = (await findPublicationForStaff(id)) ?? notFound()
  return { id, name, isUsed: await isPublicationUsed(id) }
}

/** Removes a publication, or hides it where somebody has something of it (D27). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const id = idFrom(args.params.id) ?? notFound()
  const files = (await removePublication(id, userId)) ?? notFound()
  await Promise.all(files.map(dropUnusedFile))
  return redirectWithFlash(paths.admin.publications(), { tone: 'good', text: specified.publicationRemoved })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Removal() {
  const { id, name, isUsed } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading
        title="Remover esta publicação?"
        lead={name}
        back={{ href: paths.admin.publication(id), label: 'Publicação' }}
      />
      <p>{isUsed ? kept : gone}</p>
      <form method="post" action={paths.admin.publicationRemoval(id)} className="actions" data-once="">
        <Button variant="danger">Remover publicação</Button>
        <LinkButton href={paths.admin.publication(id)}>Manter</LinkButton>
      </form>
    </div>
  )
}

const kept =
  'Há pedidos ou assinaturas desta publicação, por isso ela não é apagada: sai da loja, da lista da parceria e desta lista, e quem já tem continua com acesso. Relatórios e pedidos a mantêm. Para vê-la de novo, filtre a lista por Removidas; salvar com Ativa marcada a traz de volta.'
const gone =
  'Ninguém comprou esta publicação: ela é apagada de vez, com suas revisões e arquivos. Isso não pode ser desfeito.'
