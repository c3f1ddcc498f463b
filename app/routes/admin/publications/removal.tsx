import { useLoaderData } from '@remix-run/react'
import { deleteUnusedFile } from '#app/http/backoffice/revision-upload.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import {
  findPublicationForStaff,
  isPublicationUsed,
  removePublication,
} from '#app/models/catalogue/publication-edit.server.ts'
import { paths } from '#app/paths.ts'
import { defineQuestion, noFields } from '#app/routes/question/question.server.ts'
import { QuestionPage } from '#app/routes/question/question.tsx'
import { specTexts } from '#app/text/platform/messages.ts'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Remover ${name}?`,
  section: 'publications',
  help: 'publicacoes',
}

/** Removes a publication, or hides it if clients have bought it (D27). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => parseId(params.id) ?? notFound(),
  show: async (id) => {
    const { name } = (await findPublicationForStaff(id)) ?? notFound()
    return { id, name, isUsed: await isPublicationUsed(id) }
  },
  schema: () => noFields,
  execute: ({ record: id, viewer: { userId } }) => removePublication(id, userId),
  outcome: async (files) => {
    await Promise.all((files ?? notFound()).map(deleteUnusedFile))
    return redirectWithFlash(paths.admin.publications(), {
      tone: 'good',
      text: specTexts.publicationRemoved,
    })
  },
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Removal() {
  const { id, name, isUsed } = useLoaderData<typeof loader>()
  return (
    <QuestionPage
      title="Remover esta publicação?"
      lead={name}
      back={{ href: paths.admin.publication(id), label: 'Publicação' }}
      action={paths.admin.publicationRemoval(id)}
      button="Remover publicação"
      variant="danger"
      cancelLabel="Manter"
    >
      <p>{isUsed ? hidingText : deletionText}</p>
    </QuestionPage>
  )
}

const hidingText =
  'Há pedidos ou assinaturas desta publicação, por isso ela não é apagada: sai da loja, da lista da parceria e desta lista, e quem já tem continua com acesso. Relatórios e pedidos a mantêm. Para vê-la de novo, filtre a lista por Removidas; salvar com Ativa marcada a traz de volta.'
const deletionText =
  'Ninguém comprou esta publicação: ela é apagada de vez, com suas revisões e arquivos. Isso não pode ser desfeito.'
