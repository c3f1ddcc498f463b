import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { labelsSchema } from '#app/forms/labels.ts'
import { recordExport } from '#app/http/accounts/security-log.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectToFile } from '#app/http/prepared-file.server.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findLabelChoice } from '#app/models/shipments/label.server.ts'
import { requestShipmentLabels } from '#app/models/shipments/shipment-label.server.ts'
import { paths } from '#app/paths.ts'
import { loadCreatedPage, parseShipmentIds } from '#app/routes/admin/shipments/created-shipments.server.ts'
import { LabelRecipients } from '#app/routes/admin/shipments/label-recipients.tsx'
import { labelsLabels } from '#app/ui/backoffice/labels-form.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = {
  title: 'Etiquetas das expedições',
  section: 'shipments',
  help: 'expedicoes',
}

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { shipments, withoutAddress } = await loadCreatedPage(args.request)
  if (shipments.length === 0) return notFound()
  return { shipments, withoutAddress, labelChoice: await findLabelChoice(userId) }
}

/** Requests one PDF with a label for each shipment in the URL (D46). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const shipmentIds = parseShipmentIds(args.request)
  const submission = parseWithZod(await readForm(args.request), { schema: labelsSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const fileName = shipmentIds.length === 1 ? `etiqueta-expedicao-${shipmentIds[0]}.pdf` : 'etiquetas.pdf'
  const back = paths.admin.shipmentLabels(shipmentIds)
  const fileId = await requestShipmentLabels({ ...submission.value, userId, shipmentIds, fileName, back })
  if (fileId === undefined) return data(submission.reply({ formErrors: [nothingToPrint] }), { status: 400 })
  await recordExport(args, { userId }, 'etiquetas')
  return redirectToFile(fileId, userId)
}

const nothingToPrint = 'Nenhuma destas expedições tem endereço: não há o que imprimir.'

export default function ShipmentLabels() {
  const { shipments, withoutAddress, labelChoice } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>(), labelChoice)
  const ids = shipments.map(({ id }) => id)
  const onlyId = ids.length === 1 ? ids[0] : undefined
  return (
    <>
      <PageHeading
        title="Etiquetas das expedições"
        lead={ids.length === 1 ? '1 expedição' : `${ids.length} expedições`}
        back={
          onlyId === undefined
            ? { href: paths.admin.shipmentsMade(ids), label: 'Expedições criadas' }
            : { href: paths.admin.shipment(onlyId), label: `Expedição #${onlyId}` }
        }
      />
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={labelsLabels} />
      ) : null}
      <LabelRecipients
        shipments={shipments}
        withoutAddress={withoutAddress}
        form={{ action: paths.admin.shipmentLabels(ids), field }}
      />
    </>
  )
}
