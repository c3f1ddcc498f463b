import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { labelsSchema } from '#app/forms/labels.ts'
import { recordExport } from '#app/http/accounts/security-log.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectToFile } from '#app/http/prepared-file.server.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { findLabelChoice, listRecipients, requestLabels } from '#app/models/shipments/label.server.ts'
import { paths } from '#app/paths.ts'
import { formatCompleteLines } from '#app/text/shipments/label-sheet-labels.ts'
import { LabelsForm, labelsLabels } from '#app/ui/backoffice/labels-form.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = {
  title: 'Etiqueta de endereço',
  section: 'clients',
  help: 'acesso-e-papeis',
}

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  const user = await requireUser(args.params.id)
  const { recipients } = await listRecipients([user.id])
  return {
    id: user.id,
    name: user.shownName,
    lines: recipients[0] ? formatCompleteLines(recipients[0]) : null,
    labelChoice: await findLabelChoice(userId),
  }
}

/** Returns the user of the address. Throws 404 for a removed account, which has no postal address. */
async function requireUser(idText: string | undefined) {
  const user = (await findUserForStaff(parseId(idText) ?? notFound())) ?? notFound()
  return user.isRemoved ? notFound() : user
}

/** Prints the label of one user as a PDF (F77). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const user = await requireUser(args.params.id)
  const submission = parseWithZod(await readForm(args.request), { schema: labelsSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const fileName = `etiqueta-${user.id}.pdf`
  const back = paths.admin.userLabels(user.id)
  const fileId = await requestLabels({ ...submission.value, userId, profileIds: [user.id], fileName, back })
  if (fileId === undefined) return data(submission.reply({ formErrors: [noAddress] }), { status: 400 })
  await recordExport(args, { userId }, 'etiquetas')
  return redirectToFile(fileId, userId)
}

const noAddress = 'Este cadastro não tem endereço: não há o que imprimir.'

export default function UserLabels() {
  const { id, name, lines, labelChoice } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>(), labelChoice)
  return (
    <div className="narrow stack">
      <PageHeading
        title="Etiqueta de endereço"
        lead={name ?? ''}
        back={{ href: paths.admin.user(id), label: 'Usuário' }}
      />
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={labelsLabels} />
      ) : null}
      {lines ? (
        <>
          <p className="hint">{lines.join(' · ')}</p>
          <LabelsForm action={paths.admin.userLabels(id)} field={field} />
        </>
      ) : (
        <Notice tone="warn">{noAddress}</Notice>
      )}
    </div>
  )
}
