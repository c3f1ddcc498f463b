import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parsePercentage } from '#app/domain/catalogue/price-change.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { priceChangeSchema, pricePreviewSchema } from '#app/forms/price-change.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import {
  changePrices,
  PriceChangeImpossible,
  PricesChanged,
  previewPriceChange,
} from '#app/models/catalogue/price-change.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { paths } from '#app/paths.ts'
import { PercentageForm } from '#app/routes/admin/reports/prices/percentage-form.tsx'
import {
  loadLastPriceChange,
  requirePriceChanger,
  toPreviewRow,
} from '#app/routes/admin/reports/prices/price-change.server.ts'
import { PriceSteps } from '#app/routes/admin/reports/prices/price-steps.tsx'
import {
  formatPercentage,
  formatPriceSample,
  priceChangeMessages,
  priceChangeQuestion,
  toPercentageText,
} from '#app/text/catalogue/price-change-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Conferir os novos preços', section: 'reports', help: 'precos' }

/** Loads the prices of all publications, old → new, before they are changed (F108, D5). */
export async function loader(args: LoaderFunctionArgs) {
  await requirePriceChanger(args)
  const { searchParams } = new URL(args.request.url)
  const typedPercentage = searchParams.get('percentage') ?? ''
  const submission = parseWithZod(searchParams, { schema: pricePreviewSchema })
  if (submission.status !== 'success') {
    const percent = parsePercentage(typedPercentage)
    const rejectedForm = {
      reply: submission.reply(),
      sample: percent === null ? null : formatPriceSample(percent),
    }
    return data({ rejectedForm, preview: null }, { status: 400 })
  }
  return data({ rejectedForm: null, preview: await loadPreview(submission.value.percentage) })
}

async function loadPreview(percentage: Parameters<typeof previewPriceChange>[0]) {
  const { titles, seenDigest: seen } = await previewPriceChange(percentage)
  const changedCount = titles.filter(({ isChanged }) => isChanged).length
  return {
    percentage: { typed: toPercentageText(percentage), text: formatPercentage(percentage) },
    steps: titles.map(toPreviewRow),
    changedCount,
    canChange: changedCount > 0 && titles.every(({ fault }) => fault === null),
    lastChange: await loadLastPriceChange(),
    seen,
    token: makeCheckoutToken(),
  }
}

/** Changes all prices. If they changed since the preview, shows them again with a message. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requirePriceChanger(args)
  const submission = parseWithZod(await readForm(args.request), { schema: priceChangeSchema })
  if (submission.status !== 'success')
    return data({ reply: submission.reply(), havePricesChanged: false }, { status: 400 })
  const { token, ...priceChange } = submission.value
  try {
    await changePrices({ ...priceChange, token: token || makeCheckoutToken() }, userId)
  } catch (error) {
    const reply = submission.reply({ formErrors: [formatRefusal(error)] })
    return data({ reply, havePricesChanged: true }, { status: 409 })
  }
  return redirectWithFlash(paths.admin.priceChange(), { tone: 'good', text: priceChangeMessages.done })
}

function formatRefusal(error: unknown): string {
  if (error instanceof PricesChanged) return priceChangeMessages.pricesMoved
  if (error instanceof PriceChangeImpossible) return priceChangeMessages.impossible
  throw error
}

export default function PriceChangeReview() {
  const { rejectedForm, preview } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  if (!preview) return <RejectedForm {...rejectedForm} />
  const field = makeFieldTextReader(actionData?.reply)
  return (
    <>
      <PageHeading
        title={`Reajustar para ${preview.percentage.text}`}
        lead={formatLead(preview)}
        back={{ href: paths.admin.priceChange(preview.percentage.typed), label: 'Reajustar preços' }}
      />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={{ reason: 'Motivo' }} />
      ) : null}
      {preview.lastChange ? <p className="hint">{preview.lastChange}</p> : null}
      {preview.canChange ? null : <ImpossibleNotice changedCount={preview.changedCount} />}
      <PriceSteps caption="Preços de hoje e novos" steps={preview.steps} />
      {preview.canChange ? (
        <ConfirmationForm
          preview={preview}
          field={field}
          havePricesChanged={actionData?.havePricesChanged ?? false}
        />
      ) : null}
    </>
  )
}

type Preview = Awaited<ReturnType<typeof loadPreview>>

function formatLead({ changedCount, steps }: Preview): string {
  const verb = changedCount === 1 ? 'muda' : 'mudam'
  return `${changedCount} de ${steps.length} publicações ${verb} de preço, ativas ou não.`
}

function RejectedForm({
  reply,
  sample,
}: {
  reply?: Parameters<typeof makeFieldTextReader>[0]
  sample?: string | null
}) {
  const field = makeFieldTextReader(reply)
  return (
    <>
      <PageHeading
        title="Reajustar preços"
        back={{ href: paths.admin.report('publication_price'), label: 'Preços das publicações' }}
      />
      <ErrorSummary errors={field.errors} labels={{ percentage: 'Percentual' }} />
      <PercentageForm
        action={paths.admin.priceChange()}
        reviewAction={paths.admin.priceChangeReview()}
        field={field.getField('percentage')}
        sample={sample ?? null}
      />
    </>
  )
}

function ImpossibleNotice({ changedCount }: { changedCount: number }) {
  return (
    <Notice tone="bad" title="Os preços não podem ser reajustados assim">
      {changedCount === 0
        ? 'Com este percentual nenhum preço muda: nada a alterar.'
        : 'Veja na lista que preços ficariam de graça ou altos demais, e escolha outro percentual.'}
    </Notice>
  )
}

type ConfirmationFormProps = {
  preview: Preview
  field: ReturnType<typeof makeFieldTextReader>
  havePricesChanged: boolean
}

function ConfirmationForm({ preview, field, havePricesChanged }: ConfirmationFormProps) {
  // If the prices changed, the next confirmation is about the prices that the page shows now.
  const { seen, token } = havePricesChanged
    ? preview
    : { seen: field.value('seen') ?? preview.seen, token: field.value('token') ?? preview.token }
  return (
    <PostForm
      action={paths.admin.priceChangeReview(preview.percentage.typed)}
      noValidate
      className="section narrow no-print"
      data-once=""
    >
      <input type="hidden" name="percentage" value={preview.percentage.typed} />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="token" value={token} />
      <Notice tone="warn" title={priceChangeQuestion} isSilent>
        Os preços novos valem na loja a partir de agora. Pedidos e boletos já feitos não mudam; quem está
        finalizando uma compra é avisado. O reajuste pode ser desfeito.
      </Notice>
      <TextAreaField
        label="Motivo"
        hint="Fica no registro do reajuste, com o seu nome."
        rows={3}
        maxLength={500}
        isRequired
        {...field.getField('reason')}
      />
      <p className="actions">
        <Button variant="danger">{`Reajustar todos os valores para ${preview.percentage.text}`}</Button>
        <LinkButton href={paths.admin.priceChange(preview.percentage.typed)}>Voltar</LinkButton>
      </p>
    </PostForm>
  )
}
