import { parseWithZod } from '@conform-to/zod/v4'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { fullPercentage } from '#app/domain/catalogue/price-change.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { priceSampleSchema } from '#app/forms/price-change.ts'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { PercentageForm } from '#app/routes/admin/reports/prices/percentage-form.tsx'
import {
  loadPriceChangesPage,
  requirePriceChanger,
} from '#app/routes/admin/reports/prices/price-change.server.ts'
import { PriceChanges } from '#app/routes/admin/reports/prices/price-change-table.tsx'
import { formatPriceSample, toPercentageText } from '#app/text/catalogue/price-change-labels.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Reajustar preços', section: 'reports', help: 'precos' }

/** Loads a preview of the percentage on a sample, and past changes (F108, D5). */
export async function loader(args: LoaderFunctionArgs) {
  await requirePriceChanger(args)
  const { searchParams } = new URL(args.request.url)
  const percentageParams = new URLSearchParams({
    percentage: searchParams.get('percentage') ?? toPercentageText(fullPercentage),
  })
  const submission = parseWithZod(percentageParams, { schema: priceSampleSchema })
  const changesPage = await loadPriceChangesPage(args.request)
  if (submission.status !== 'success')
    return data({ reply: submission.reply(), sample: null, ...changesPage }, { status: 400 })
  return data({
    reply: submission.reply(),
    sample: formatPriceSample(submission.value.percentage),
    ...changesPage,
  })
}

export default function PriceChange() {
  const { reply, sample, changes, page, pages } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(reply)
  return (
    <>
      <PageHeading
        title="Reajustar preços"
        lead="Todos os preços de compra e de renovação de uma vez, de publicações ativas e inativas."
        back={{ href: paths.admin.report('publication_price'), label: 'Preços das publicações' }}
      />
      {field.hasErrors ? <ErrorSummary errors={field.errors} labels={{ percentage: 'Percentual' }} /> : null}
      <PercentageForm
        action={paths.admin.priceChange()}
        reviewAction={paths.admin.priceChangeReview()}
        field={field.getField('percentage')}
        sample={sample}
      />
      <PriceChanges
        changes={changes}
        page={page}
        pages={pages}
        hrefFor={(targetPage) => paths.admin.priceChange('', targetPage)}
      />
    </>
  )
}
