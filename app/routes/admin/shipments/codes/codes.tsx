import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { matchTrackingCodes, sendByTrackingCodes } from '#app/models/shipments/tracking-codes.server.ts'
import { paths } from '#app/paths.ts'
import { CodeListResult } from '#app/routes/admin/shipments/codes/code-list.tsx'
import {
  makeTrackingCodesSchema,
  parseCodeList,
} from '#app/routes/admin/shipments/codes/tracking-codes-schema.ts'
import { carrierNames } from '#app/text/checkout/carriers.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { RadioGroup, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = {
  title: 'Códigos de rastreamento',
  section: 'shipments',
  help: 'rastreamento',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return { today: toCivilDate(new Date()) }
}

/** Previews the list. After a confirmation, marks the shipments of the ready lines as sent. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const form = await readForm(args.request)
  const submission = parseWithZod(form, { schema: makeTrackingCodesSchema(toCivilDate(new Date())) })
  const result = submission.reply()
  if (submission.status !== 'success') return data({ ...emptyReply, result }, { status: 400 })
  const { codes, of: numberKind, date } = submission.value
  const lines = parseCodeList(codes, numberKind)
  const isPreviewed = form.get('checked') === joinCheckedText(submission.value)
  if (form.get('intent') !== 'confirm' || !isPreviewed)
    return data({
      ...emptyReply,
      result,
      preview: await matchTrackingCodes(lines, date),
      checkedText: joinCheckedText(submission.value),
    })
  const sendResults = await sendByTrackingCodes(lines, date, { actorUserId: userId, source: 'staff' })
  const unsentLines = sendResults.filter((line) => line.result !== 'changed' && line.verdict !== 'already-so')
  return data({
    ...emptyReply,
    result,
    sendResults,
    unsentText: unsentLines.map(({ text }) => text).join('\n'),
  })
}

const emptyReply = { preview: null, checkedText: null, sendResults: null, unsentText: null }

/** Returns a text that identifies the previewed list, because a list changed since must be previewed again. */
function joinCheckedText({
  codes,
  of: numberKind,
  date,
}: {
  codes: string
  of: string
  date: string
}): string {
  return [numberKind, date, ...parseCodeList(codes, 'shipment').map(({ text }) => text)].join(' | ')
}

const labels = { codes: 'Lista', of: 'Os números são de', date: 'Data de envio' }

export default function TrackingCodes() {
  const { today } = useLoaderData<typeof loader>()
  const { result, preview, checkedText, sendResults, unsentText } = useActionData<typeof action>() ?? {}
  const field = makeFieldTextReader(result, { date: today, of: 'shipment' })
  return (
    <>
      <PageHeading
        title="Códigos de rastreamento"
        lead={`Cole a lista ${carrierNames.ofName}, confira e marque todas as expedições como enviadas de uma vez.`}
        back={{ href: paths.admin.shipments(), label: 'Expedições' }}
      />
      {field.hasErrors ? <ErrorSummary errors={field.errors} labels={labels} /> : null}
      <PostForm action={paths.admin.trackingCodes()} noValidate className="stack" data-once="">
        {sendResults ? <CodeListResult lines={sendResults} makeShipmentHref={paths.admin.shipment} /> : null}
        {preview ? (
          <>
            <input type="hidden" name="checked" value={checkedText} />
            <CodeListResult lines={preview} makeShipmentHref={paths.admin.shipment} />
            <ConfirmButton count={preview.filter(({ verdict }) => verdict === 'ready').length} />
          </>
        ) : null}
        <TextAreaField
          label={unsentText ? 'Lista: o que não foi enviado' : 'Lista'}
          hint={
            <>
              Uma por linha: número da expedição e código, separados por espaço, tabulação ou ponto e vírgula.
              Para um pedido no meio da lista, escreva “pedido” antes do número.
            </>
          }
          rows={10}
          isRequired
          {...field.getField('codes')}
          defaultValue={unsentText ?? field.value('codes')}
        />
        <RadioGroup
          label="Os números são de"
          layout="inline"
          options={[
            { value: 'shipment', label: 'Expedições' },
            { value: 'order', label: 'Pedidos' },
          ]}
          {...field.getField('of')}
        />
        <TextField label="Data de envio" type="date" width="half" isRequired {...field.getField('date')} />
        <div className="actions">
          <Button name="intent" value="preview" variant={preview ? 'secondary' : 'main'}>
            Conferir
          </Button>
        </div>
      </PostForm>
    </>
  )
}

function ConfirmButton({ count }: { count: number }) {
  if (count === 0) return <p>Nenhuma linha pode ser enviada: corrija a lista e confira outra vez.</p>
  return (
    <div className="actions">
      <Button name="intent" value="confirm" variant="main">
        {count === 1 ? 'Marcar 1 expedição como enviada' : `Marcar ${count} expedições como enviadas`}
      </Button>
      <span className="hint">Cada cliente recebe um e-mail. As outras linhas ficam na lista.</span>
    </div>
  )
}
