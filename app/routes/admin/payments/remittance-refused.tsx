import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { remittanceFileName } from '#app/domain/payments/remittance-agreement.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findRejectable, rejectRemittance } from '#app/models/payments/remittance-refusal.server.ts'
import { paths } from '#app/paths.ts'
import { formatBoletos } from '#app/text/payments/boleto-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Remessa recusada pelo banco' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const file = (await findRejectable(idFrom(args.params.id) ?? notFound())) ?? notFound()
  const { createdAt, refusedAt, ...facts } = file
  const name = remittanceFileName(file.sequence, civilDateIn(createdAt))
  return { ...facts, name, at: formatDateTime(createdAt), refusedAt: refusedAt && formatDateTime(refusedAt) }
}

/** What the bank has not answered waits for the next remittance again; asked a second time nothing happens. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const id = idFrom(args.params.id) ?? notFound()
  const refusal = await rejectRemittance(id, { actorUserId: userId, source: 'staff' })
  if (refusal.outcome === 'unknown') notFound()
  const flash =
    refusal.outcome === 'refused'
      ? ({ tone: 'good', text: `Remessa recusada: ${formatBack(refusal.boletos)}.` } as const)
      : ({ tone: 'warn', text: 'Esta remessa já foi dada como recusada.' } as const)
  return redirectWithFlash(paths.admin.remittances(), flash)
}

function formatBack(boletos: number): string {
  if (boletos === 0) return 'nenhum boleto esperava resposta'
  return boletos === 1
    ? '1 boleto volta ao que era antes dela'
    : `${boletos} boletos voltam ao que eram antes dela`
}

export default function RemittanceRefusal() {
  const { id, name, at, refusedAt } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading
        title="O banco recusou este arquivo"
        lead={`${name}, gerado em ${at}`}
        back={{ href: paths.admin.remittances(), label: 'Remessas' }}
      />
      {refusedAt ? (
        <Notice tone="info">{`Já foi dado como recusado em ${refusedAt}.`}</Notice>
      ) : (
        <form method="post" action={paths.admin.remittanceRefusal(id)} className="stack" data-once="">
          <Consequences />
          <p className="actions">
            <Button variant="danger">O banco recusou este arquivo</Button>
            <LinkButton href={paths.admin.remittances()}>Voltar</LinkButton>
          </p>
        </form>
      )}
    </div>
  )
}

function Consequences() {
  const { registrations, writeOffs, withdrawn } = useLoaderData<typeof loader>()
  return (
    <>
      <p>
        Confirme só se o banco recusou o arquivo inteiro ou se ele nunca foi enviado. Boletos que o banco já
        respondeu ficam como estão, e o arquivo continua guardado.
      </p>
      <ul>
        {registrations > 0 ? (
          <li>{`${formatBoletos(registrations)} para registrar na próxima remessa`}</li>
        ) : null}
        {writeOffs > 0 ? <li>{`${formatBoletos(writeOffs)} para baixar na próxima remessa`}</li> : null}
        {withdrawn > 0 ? (
          <li>{`${formatBoletos(withdrawn)} já cancelados pela loja, que o banco não conhece`}</li>
        ) : null}
      </ul>
    </>
  )
}
