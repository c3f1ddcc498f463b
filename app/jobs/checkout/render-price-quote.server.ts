import { renderPriceQuote } from '#app/documents/price-quote.tsx'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { sumCentavos } from '#app/domain/platform/money.ts'
import { env } from '#app/env.server.ts'
import { convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import {
  deletePriceQuote,
  findPriceQuoteById,
  listExpiredPriceQuotes,
  recordPriceQuoteFile,
} from '#app/models/checkout/price-quote.server.ts'
import { paths } from '#app/paths.ts'
import { listKindLabels } from '#app/text/checkout/cart-labels.ts'
import { formatQuotedFreight } from '#app/text/checkout/price-quote-labels.ts'

export const renderPriceQuotePdf: Job = {
  queue: 'files',
  async run(subject) {
    const [quote, seller] = await Promise.all([findPriceQuoteById(Number(subject)), loadMailSender()])
    if (!quote) throw new JobRefused('no price quote to print')
    if (quote.file) return
    const { shippingType: type, shippingValue: value, shippingDays: days, handlingDays } = quote
    const needsDelivery = quote.lines.some((line) => !line.isDownload)
    const chosenFreight =
      type === null ? null : { text: formatQuotedFreight({ type, days, handlingDays }), value: value ?? 0 }
    const html = renderPriceQuote({
      seller,
      number: quote.id,
      date: quote.date,
      validUntil: quote.validUntil,
      lines: quote.lines.map((line) => ({ ...line, kind: listKindLabels(line).join(' · ') })),
      freight: needsDelivery ? chosenFreight : undefined,
      total: sumCentavos([...quote.lines.map((line) => line.price * line.quantity), value ?? 0]),
      url: `${env.PUBLIC_URL}${paths.priceQuote(quote.token)}`,
    })
    const file = `price-quotes/${quote.id}.pdf`
    await putFile(file, await convertHtmlToPdf(html))
    await recordPriceQuoteFile(quote.id, file)
  },
}

/** Deletes expired quotes with their PDFs. Returns their number. */
export async function deleteExpiredPriceQuotes(today: string, limit: number): Promise<number> {
  const expiredQuotes = await listExpiredPriceQuotes(today, limit)
  for (const { id, file } of expiredQuotes) {
    if (file !== null) await removeFile(file)
    await deletePriceQuote(id)
  }
  return expiredQuotes.length
}
