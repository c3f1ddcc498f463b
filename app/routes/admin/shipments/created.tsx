import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { fieldText } from '#app/forms/field-text.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { BlockedCopies } from '#app/routes/admin/shipments/blocked-copies.tsx'
import { Contents, Recipient } from '#app/routes/admin/shipments/expedition-facts.tsx'
import { madePage } from '#app/routes/admin/shipments/expedition-made.server.ts'
import { LabelRecipients } from '#app/routes/admin/shipments/label-recipients.tsx'
import { clientName, expeditionRefusal, expeditionTypeName } from '#app/text/shipments/expedition-words.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Expedições criadas' }

/** What came of making many shipments; the address says which, so that it can be opened again to print. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return madePage(args.request)
}

export default function Made() {
  const { expeditions, refused, withoutAddress } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Expedições criadas"
        lead={expeditions.length === 1 ? '1 expedição' : `${expeditions.length} expedições`}
        back={{ href: paths.admin.waiting(), label: 'Aguardando envio' }}
      >
        <LinkButton href={paths.admin.trackingCodes()}>Colar códigos</LinkButton>
      </PageHeading>
      {refused.length > 0 ? <Refused refused={refused} /> : null}
      {expeditions.length > 0 ? (
        <LabelRecipients
          expeditions={expeditions}
          withoutAddress={withoutAddress}
          form={{ action: paths.admin.expeditionLabels(expeditions.map(({ id }) => id)), field: fieldText() }}
        />
      ) : null}
      {expeditions.map((expedition) => (
        <article key={expedition.id} className="packing">
          <h2>
            <a href={paths.admin.expedition(expedition.id)}>{`Expedição #${expedition.id}`}</a>
            {`, ${expeditionTypeName(expedition.type)}`}
          </h2>
          <BlockedCopies lines={expedition.blocked} />
          <Recipient expedition={expedition} />
          <Contents id={expedition.id} lines={expedition.lines} />
        </article>
      ))}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function Refused({ refused }: { refused: Loaded['refused'] }) {
  return (
    <Notice tone="warn" title="Não foram criadas">
      <ul>
        {refused.map(({ client, profileId, reason }) => (
          <li key={`${profileId} ${reason}`}>{`${clientName(client)}: ${expeditionRefusal(reason)}`}</li>
        ))}
      </ul>
    </Notice>
  )
}
