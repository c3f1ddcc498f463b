import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isQuoteOver, listQuoteChanges } from '#app/domain/checkout/price-quote.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { sumCentavos } from '#app/domain/platform/money.ts'
import { ensureCartOwner, limitNewCarts } from '#app/http/checkout/cart.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { hasCart } from '#app/models/checkout/cart.server.ts'
import { fillCartFromQuote, findPriceQuote } from '#app/models/checkout/price-quote.server.ts'
import { findEffectState } from '#app/models/platform/outbox.server.ts'
import { paths } from '#app/paths.ts'
import { listKindLabels } from '#app/text/checkout/cart-labels.ts'
import { formatQuoteChange, formatQuotedFreight, quoteLabels } from '#app/text/checkout/price-quote-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

const REFRESH_SECONDS = 3

export const handle: PageHandle<Loaded> = {
  title: ({ quote }) => `Orçamento nº ${quote.id}`,
  refreshAfter: ({ quote }) => (quote.isPrinting ? REFRESH_SECONDS : undefined),
}

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' })

/** Opens a quote for anybody with its address because it contains no personal data (D86). */
export async function loader({ params }: LoaderFunctionArgs) {
  const { file, ...quote } = (await findPriceQuote(String(params.token))) ?? notFound()
  const isExpired = isQuoteOver(quote.validUntil, toCivilDate(new Date()))
  const linesToday = quote.lines.map(({ priceToday, versionToday, ...line }) => ({
    ...line,
    price: priceToday,
    version: versionToday,
  }))
  const isPrinting =
    file === null && (await findEffectState('render-price-quote', String(quote.id))) !== 'refused'
  const allChanges = listQuoteChanges(quote.lines, linesToday)
  // While the quote is valid, the shop's present prices do not apply.
  const changes = allChanges.filter(({ kind }) => isExpired || kind !== 'price')
  return {
    quote: { ...quote, isPrinted: file !== null, isPrinting },
    isExpired,
    changes: changes.map(formatQuoteChange),
  }
}

/** Fills the sender's cart, at the quote's prices while they are valid. */
export async function action(args: ActionFunctionArgs) {
  const quote = (await findPriceQuote(String(args.params.token))) ?? notFound()
  const { owner, headers } = await ensureCartOwner(args)
  if (!(await hasCart(owner))) await limitNewCarts(args, owner)
  const isInForce = !isQuoteOver(quote.validUntil, toCivilDate(new Date()))
  const { titles, notRefilled } = await fillCartFromQuote(owner, { id: quote.id, isInForce })
  const pricesText = isInForce
    ? `com os preços do orçamento até ${formatDate(quote.validUntil)}`
    : 'com os preços de hoje'
  const quantityNote =
    notRefilled > 0
      ? ' Onde o carrinho tem mais unidades do que o orçamento, valem os preços de hoje para todas.'
      : ''
  return titles === 0
    ? redirectWithFlash(
        paths.priceQuote(quote.token),
        { tone: 'warn', text: 'Nada deste orçamento está à venda.' },
        headers,
      )
    : redirectWithFlash(
        paths.cart(),
        { tone: 'good', text: `O orçamento está no carrinho, ${pricesText}.${quantityNote}` },
        headers,
      )
}

type Loaded = Awaited<ReturnType<typeof loader>>
type Quote = Loaded['quote']
type QuoteLine = Quote['lines'][number]

export default function PriceQuotePage() {
  const { quote, isExpired, changes } = useLoaderData<typeof loader>()
  return (
    <div className="stack-l" id="orcamento" data-region="" data-poll={quote.isPrinting ? '' : undefined}>
      <PageHeading
        title={`Orçamento nº ${quote.id}`}
        lead={`De ${formatDate(quote.date)}, válido até ${formatDate(quote.validUntil)}.`}
        back={{ href: paths.cart(), label: 'Carrinho' }}
      />
      <QuoteNotice quote={quote} isExpired={isExpired} changes={changes} />
      <DataTable
        caption="Publicações do orçamento"
        columns={columns}
        rows={quote.lines}
        rowKey={(line) => line.publicationId}
        empty={{ text: 'Nenhuma publicação' }}
        totals={listTotals(quote)}
      />
      <PostForm action={paths.priceQuote(quote.token)} className="actions no-print" data-once="">
        <Button variant="main">Colocar no carrinho</Button>
        {quote.isPrinted ? (
          <LinkButton href={paths.priceQuoteFile(quote.token)}>Orçamento em PDF</LinkButton>
        ) : (
          <span className="hint" role="status">
            {quote.isPrinting ? quoteLabels.printing : quoteLabels.notPrinted}
          </span>
        )}
      </PostForm>
      <p className="hint">
        Guarde o link desta página: com ele você, ou quem aprova a compra, volta ao orçamento.
      </p>
    </div>
  )
}

function QuoteNotice({ quote, isExpired, changes }: Loaded) {
  const changeList = changes.length > 0 && (
    <ul>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  )
  if (isExpired)
    return (
      <Notice tone="warn" title={`Este orçamento venceu em ${formatDate(quote.validUntil)}.`}>
        <p>{changeList ? 'O que mudou desde então:' : 'Os preços continuam os mesmos.'}</p>
        {changeList}
      </Notice>
    )
  return (
    <Notice tone="info" title={`Orçamento em vigor até ${formatDate(quote.validUntil)}.`}>
      <p>{quoteLabels.promise(quote.validUntil)}</p>
      {changeList}
    </Notice>
  )
}

/** Returns the freight, if anything is sent, and the total. */
function listTotals(quote: Quote) {
  const { lines, shippingType: type, shippingValue: value, shippingDays: days, handlingDays } = quote
  const needsShipping = lines.some((line) => !line.isDownload)
  const total = sumCentavos([...lines.map(({ price, quantity }) => price * quantity), value ?? 0])
  const freight =
    type === null
      ? { label: quoteLabels.freightUnknown, value: '' }
      : {
          label: `Frete: ${formatQuotedFreight({ type, days, handlingDays })}`,
          value: <Money centavos={value ?? 0} />,
        }
  return [...(needsShipping ? [freight] : []), { label: 'Total', value: <Money centavos={total} /> }]
}

const columns: Column<QuoteLine>[] = [
  {
    key: 'name',
    label: 'Publicação',
    rowHeader: true,
    render: (line) => (
      <>
        {line.active ? <a href={paths.publication(line.publicationId)}>{line.name}</a> : line.name}
        <span className="hint">{listKindLabels(line).join(' · ')}</span>
      </>
    ),
  },
  { key: 'version', label: 'Versão', align: 'code', render: ({ version }) => version },
  { key: 'quantity', label: 'Quantidade', align: 'num', render: ({ quantity }) => quantity },
  { key: 'price', label: 'Preço', align: 'num', render: ({ price }) => <Money centavos={price} /> },
  {
    key: 'value',
    label: 'Valor',
    align: 'num',
    render: ({ price, quantity }) => <Money centavos={price * quantity} />,
  },
]
