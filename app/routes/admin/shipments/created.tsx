import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findLabelChoice } from '#app/models/shipments/label.server.ts'
import { paths } from '#app/paths.ts'
import { BlockedCopies } from '#app/routes/admin/shipments/blocked-copies.tsx'
import { loadCreatedPage } from '#app/routes/admin/shipments/created-shipments.server.ts'
import { LabelRecipients } from '#app/routes/admin/shipments/label-recipients.tsx'
import { Contents, Recipient } from '#app/routes/admin/shipments/shipment-details.tsx'
import { formatService } from '#app/text/checkout/carriers.ts'
import { formatShipmentClientName, formatShipmentRefusal } from '#app/text/shipments/shipment-labels.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = {
  title: 'Expedições criadas',
  section: 'shipments',
  help: 'aguardando-envio',
}

/** Loads created shipments. The address contains their ids, so the page can be printed again later. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  const [page, labelChoice] = await Promise.all([loadCreatedPage(args.request), findLabelChoice(userId)])
  return { ...page, labelChoice }
}

export default function CreatedShipments() {
  const { shipments, refusals, withoutAddress, remainingFilter, labelChoice } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Expedições criadas"
        lead={shipments.length === 1 ? '1 expedição' : `${shipments.length} expedições`}
        back={{ href: paths.admin.waiting(), label: 'Aguardando envio' }}
      >
        <LinkButton href={paths.admin.trackingCodes()}>Colar códigos</LinkButton>
        {remainingFilter ? (
          <LinkButton href={paths.admin.waitingAll(remainingFilter)}>Preparar os que restam</LinkButton>
        ) : null}
      </PageHeading>
      {refusals.length > 0 ? <RefusalNotice refusals={refusals} /> : null}
      {shipments.length > 0 ? (
        <LabelRecipients
          shipments={shipments}
          withoutAddress={withoutAddress}
          form={{
            action: paths.admin.shipmentLabels(shipments.map(({ id }) => id)),
            field: makeFieldTextReader(null, labelChoice),
          }}
        />
      ) : null}
      {shipments.map((shipment) => (
        <article key={shipment.id} className="packing">
          <h2>
            <a href={paths.admin.shipment(shipment.id)}>{`Expedição #${shipment.id}`}</a>
            {`, ${formatService(shipment.type)}`}
          </h2>
          <BlockedCopies lines={shipment.blockedLines} />
          <Recipient shipment={shipment} />
          <Contents id={shipment.id} lines={shipment.lines} />
        </article>
      ))}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function RefusalNotice({ refusals }: { refusals: Loaded['refusals'] }) {
  return (
    <Notice tone="warn" title="Não foram criadas">
      <ul>
        {refusals.map(({ client, profileId, reason }) => (
          <li key={`${profileId} ${reason}`}>
            <a href={paths.admin.client(profileId)}>{formatShipmentClientName(client)}</a>
            {`: ${formatShipmentRefusal(reason)}`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
