import { useLoaderData } from '@remix-run/react'
import { correctionLength, maxCorrections } from '#app/domain/orders/invoices/invoice.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { type CorrectionAnswer, requestCorrection } from '#app/models/orders/invoices/correction.server.ts'
import { paths } from '#app/paths.ts'
import { correctionSchema } from '#app/routes/admin/orders/invoices/issue-schema.ts'
import {
  loadCorrectionLetters,
  requireIssuedInvoice,
} from '#app/routes/admin/orders/invoices/issued.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { useQuestionFields } from '#app/routes/question/question.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Carta de correção da ${name}`,
  section: 'orders',
  help: 'emitir-notas',
}

/** Requests a correction letter; this page shows the issuer's reply (D145). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => requireIssuedInvoice(params),
  show: async (invoice) => ({ ...invoice, ...(await loadCorrectionLetters(invoice)) }),
  schema: () => correctionSchema,
  execute: async ({ record: { orderId, id: invoiceId, isIssuedHere }, values: { seen, text }, viewer }) =>
    isIssuedHere
      ? requestCorrection({ orderId, invoiceId, seenCount: seen, text }, toStaffActor(viewer))
      : 'over',
  outcome: (answer, { record: { orderId, id } }) =>
    answer === 'unknown'
      ? notFound()
      : redirectWithFlash(paths.admin.invoiceCorrection(orderId, id), {
          tone: answer === 'asked' ? 'good' : 'warn',
          text: answerTexts[answer],
        }),
})
export const loader = question.loader
export const action = question.action

const answerTexts: Readonly<Record<Exclude<CorrectionAnswer, 'unknown'>, string>> = {
  asked: 'Carta de correção enviada ao emissor. A resposta aparece aqui.',
  over: 'Esta nota não aceita carta de correção.',
  'under-way': 'A carta de correção já foi enviada.',
  'too-many': `A nota já tem ${maxCorrections} cartas de correção, o máximo.`,
}

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { text: 'Correção' }

export default function InvoiceCorrection() {
  const { orderId, id, name, testNotice, letters, canCorrect, seen } = useLoaderData<typeof loader>()
  const field = useQuestionFields({ seen: String(seen) })
  const { min, max } = correctionLength
  return (
    <div className="narrow">
      <PageHeading
        title={`Carta de correção da ${name}`}
        lead="Vale a última carta: repita nela o que as anteriores corrigiram. Valores, quantidades, comprador e data da nota não se corrigem assim."
        back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      />
      {testNotice ? <Notice tone="warn" title={testNotice} isSilent /> : null}
      {letters.length > 0 ? (
        <section className="section" aria-labelledby="cartas">
          <h2 id="cartas">Cartas</h2>
          <ul className="plain">
            {letters.map((letter) => (
              <li key={letter.id}>
                <strong>{letter.name}</strong>: {letter.stateText}
                <span className="sub">{letter.text}</span>
                {letter.messages.map((message) => (
                  <span className="sub" key={message}>
                    {message}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      {canCorrect ? (
        <section className="section" aria-labelledby="nova">
          <h2 id="nova">Nova carta</h2>
          <PostForm action={paths.admin.invoiceCorrection(orderId, id)} noValidate data-once="">
            <input type="hidden" name="seen" value={field.value('seen') ?? String(seen)} />
            <TextAreaField
              label={labels.text}
              hint={`De ${min} a ${max} caracteres.`}
              maxLength={max}
              isRequired
              {...field.getField('text')}
            />
            <p className="actions">
              <Button variant="main">Enviar a carta de correção</Button>
              <LinkButton href={paths.admin.order(orderId)}>Voltar</LinkButton>
            </p>
          </PostForm>
        </section>
      ) : (
        <Notice tone="info" isSilent>
          Agora não se envia carta: uma está em andamento, ou a nota não está em vigor.
        </Notice>
      )}
    </div>
  )
}
