import { useLoaderData } from '@remix-run/react'
import { formatRemittanceFileName } from '#app/domain/payments/remittance-agreement.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findRejectableRemittance, rejectRemittance } from '#app/models/payments/remittance-refusal.server.ts'
import { paths } from '#app/paths.ts'
import { defineQuestion, noFields, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage } from '#app/routes/question/question.tsx'
import { bankFileMessages, replyLabels } from '#app/text/payments/bank-file-labels.ts'
import { formatBoletos } from '#app/text/payments/boleto-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle = {
  title: 'Remessa recusada pelo banco',
  section: 'payments',
  help: 'remessas',
}

/** Moves boletos that the bank has not answered to the next remittance. A repeated form changes nothing. */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => parseId(params.id) ?? notFound(),
  show: async (id) => {
    const { createdAt, refusedAt, ...remittance } = (await findRejectableRemittance(id)) ?? notFound()
    return {
      ...remittance,
      name: formatRemittanceFileName(remittance.sequence, toCivilDate(createdAt)),
      createdText: formatDateTime(createdAt),
      refusedAt: refusedAt && formatDateTime(refusedAt),
    }
  },
  schema: () => noFields,
  execute: ({ record: id, viewer }) => rejectRemittance(id, toStaffActor(viewer)),
  outcome: (result) => {
    if (result.outcome === 'unknown') return notFound()
    return redirectWithFlash(
      paths.admin.remittances(),
      result.outcome === 'refused'
        ? { tone: 'good', text: `Remessa recusada: ${formatReturnedBoletos(result.boletos)}.` }
        : { tone: 'warn', text: 'Esta remessa já foi dada como recusada.' },
    )
  },
})
export const loader = question.loader
export const action = question.action

function formatReturnedBoletos(count: number): string {
  if (count === 0) return 'nenhum boleto esperava resposta'
  return count === 1
    ? '1 boleto volta ao que era antes dela'
    : `${count} boletos voltam ao que eram antes dela`
}

export default function RemittanceRefusal() {
  const { id, name, createdText, refusedAt, reply, replyText, ...counts } = useLoaderData<typeof loader>()
  const { registrations, writeOffs, withdrawn } = counts
  return (
    <QuestionPage
      title="O banco recusou este arquivo"
      lead={`${name}, gerado em ${createdText}`}
      back={{ href: paths.admin.remittances(), label: 'Remessas' }}
      details={
        reply ? (
          <Notice tone={replyLabels[reply].tone === 'good' ? 'info' : 'bad'} title={replyLabels[reply].text}>
            <p>{`O banco diz: ${replyText}`}</p>
            {reply === 'partly-accepted' ? <p>{bankFileMessages.partlyAdvice}</p> : null}
          </Notice>
        ) : null
      }
      alternative={
        refusedAt ? <Notice tone="info">{`Já foi dado como recusado em ${refusedAt}.`}</Notice> : null
      }
      action={paths.admin.remittanceRefusal(id)}
      button="O banco recusou este arquivo"
      variant="danger"
    >
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
    </QuestionPage>
  )
}
