import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import {
  findPriceChange,
  PricesEdited,
  type UndoOutcome,
  undoPriceChange,
} from '#app/models/catalogue/price-change.server.ts'
import { paths } from '#app/paths.ts'
import {
  requirePriceChanger,
  toPriceChangeRow,
  toPriceRow,
} from '#app/routes/admin/reports/prices/price-change.server.ts'
import { UndoPriceChange } from '#app/routes/admin/reports/prices/price-change-table.tsx'
import { PriceSteps } from '#app/routes/admin/reports/prices/price-steps.tsx'
import { formatPrices, priceChangeMessages } from '#app/text/catalogue/price-change-labels.ts'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ change }) => `Reajuste nº ${change.id} para ${change.percentage}`,
  section: 'reports',
  help: 'precos',
}

/** Loads a price change: author, time, reason, and every old and new price (F108). */
export async function loader(args: LoaderFunctionArgs) {
  await requirePriceChanger(args)
  const id = parseId(args.params.id) ?? notFound()
  const { lines, ...change } = (await findPriceChange(id)) ?? notFound()
  return { change: toPriceChangeRow(change), steps: lines.map(toPriceRow) }
}

/** Undoes the change for all publications or none (D5). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requirePriceChanger(args)
  const id = parseId(args.params.id) ?? notFound()
  try {
    const flash = undoFlashes[await undoPriceChange(id, userId)] ?? notFound()
    return redirectWithFlash(paths.admin.priceChange(), flash)
  } catch (error) {
    if (!(error instanceof PricesEdited)) throw error
    return data({ editedTitles: error.titles.map(toEditedRow) }, { status: 409 })
  }
}

const undoFlashes = {
  undone: { tone: 'good', text: priceChangeMessages.undone },
  'was-undone': { tone: 'warn', text: priceChangeMessages.wasUndone },
  unknown: null,
} as const satisfies Record<UndoOutcome, unknown>

function toEditedRow({ publicationId, name, expectedPrices, currentPrices }: PricesEdited['titles'][number]) {
  const pricesText = `com o reajuste ${formatPrices(expectedPrices)}, hoje ${formatPrices(currentPrices)}`
  return { publicationId, name, pricesText, href: paths.admin.publication(publicationId) }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function CreatedPriceChange() {
  const { change, steps } = useLoaderData<typeof loader>()
  const editedTitles = useActionData<typeof action>()?.editedTitles ?? []
  return (
    <>
      <PageHeading
        title={`Reajuste nº ${change.id} para ${change.percentage}`}
        back={{ href: paths.admin.priceChange(), label: 'Reajustar preços' }}
      >
        {change.undoneText ? null : <UndoPriceChange action={change.href} changedText={change.changedText} />}
      </PageHeading>
      {editedTitles.length > 0 ? <NotUndoneNotice editedTitles={editedTitles} /> : null}
      <SummaryList
        rows={[
          { key: 'Feito em', value: change.changedText },
          { key: 'Por', value: change.by },
          { key: 'Motivo', value: change.reason },
          { key: 'Situação', value: change.undoneText ?? 'Em vigor' },
        ]}
      />
      <section className="section">
        <h2>Preços de antes e de depois</h2>
        <PriceSteps caption="Preços de antes e de depois do reajuste" steps={steps} />
      </section>
    </>
  )
}

function NotUndoneNotice({ editedTitles }: { editedTitles: readonly ReturnType<typeof toEditedRow>[] }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the reader starts at the reason why nothing was undone.
    <div tabIndex={-1} autoFocus data-error-summary="">
      <Notice tone="bad" title={priceChangeMessages.notUndone}>
        <p>O preço destas publicações mudou depois do reajuste:</p>
        <ul>
          {editedTitles.map(({ publicationId, name, pricesText, href }) => (
            <li key={publicationId}>
              <a href={href}>{name}</a>: {pricesText}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
