import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { makeFileResponse } from '#app/http/file-response.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findPriceQuote } from '#app/models/checkout/price-quote.server.ts'
import { paths } from '#app/paths.ts'

/** Sends the quote's PDF to anybody with its address. Until it is ready, redirects to the quote. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const quote = (await findPriceQuote(String(params.token))) ?? notFound()
  if (quote.file === null) return redirect(paths.priceQuote(quote.token))
  return makeFileResponse(request, {
    file: quote.file,
    name: `orcamento-${quote.id}.pdf`,
    type: 'application/pdf',
    tag: `orcamento-${quote.id}`,
    disposition: 'inline',
  })
}
