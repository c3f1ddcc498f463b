import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Button, LinkButton } from '#app/components/button.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import {
  findPublicationForStaff,
  isPublicationUsed,
  removePublication,
} from '#app/models/publication-edit.server.ts'
import { dropUnusedFile } from '#app/routes/admin/publications/revision-upload.server.ts'
import { specified } from '#app/text/messages.ts'
import { redirectWithFlash } from '#app/web/flash.server.ts'
import { idFrom } from '#app/web/list-params.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { notFound } from '#app/web/responses.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'

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
