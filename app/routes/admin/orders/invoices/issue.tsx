import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { renewBuyerTaxes } from '#app/models/orders/invoices/buyer-taxes.server.ts'
import {
  type InvoiceRequestResult,
  requestInvoice,
} from '#app/models/orders/invoices/issued-invoice.server.ts'
import { paths } from '#app/paths.ts'
import { loadIssueData } from '#app/routes/admin/orders/invoices/issue-data.server.ts'
import { issueSchema } from '#app/routes/admin/orders/invoices/issue-schema.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { testMark } from '#app/text/orders/invoice-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ id }) => `Emitir a nota fiscal do pedido nº ${id}`,
  section: 'orders',
  help: 'emitir-notas',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const order = await loadStaffOrder(args.params.id)
  return { id: order.id, ...(await loadIssueData(order)) }
}

/** Requests an invoice, whose reply the order's page shows later (D145), or updates the buyer's tax data. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { id: orderId } = await loadStaffOrder(args.params.id)
  const submission = parseWithZod(await readForm(args.request), { schema: issueSchema })
  if (submission.status !== 'success') return data(null, { status: 400 })
  const actor = { actorUserId: viewer.userId, source: 'staff' }
  if (submission.value.intent === 'renew-buyer') {
    await renewBuyerTaxes(orderId, actor)
    return redirectWithFlash(paths.admin.invoiceIssue(orderId), { tone: 'good', text: specTexts.saved })
  }
  const { model, seen } = submission.value
  const { hasIssuer } = await loadIssueData(await loadStaffOrder(args.params.id))
  if (!hasIssuer)
    return redirectWithFlash(paths.admin.invoiceIssue(orderId), { tone: 'warn', text: noIssuerText })
  const requestResult = await requestInvoice({ orderId, model, seenCount: seen }, actor)
  if (requestResult === 'unknown-order') return notFound()
  if (typeof requestResult === 'number')
    return redirectWithFlash(paths.admin.order(orderId), {
      tone: 'good',
      text: 'Nota fiscal pedida ao emissor. A resposta aparece aqui.',
    })
  const back = requestResult === 'incomplete' ? paths.admin.invoiceIssue(orderId) : paths.admin.order(orderId)
  return redirectWithFlash(back, { tone: 'warn', text: refusalTexts[requestResult] })
}

const noIssuerText = 'A emissão não está ligada nesta loja: registre a nota emitida em outro programa.'

const refusalTexts: Readonly<Record<Exclude<InvoiceRequestResult, number | 'unknown-order'>, string>> = {
  'not-paid': messages.nfeLocked,
  taken: 'A nota fiscal já foi pedida ou registrada.',
  incomplete: 'Faltam dados para emitir.',
  'not-wanted': 'O pedido não precisa desta nota fiscal.',
}

type Loaded = Awaited<ReturnType<typeof loader>>
type InvoiceItem = Loaded['documents'][number]['items'][number]

export default function InvoiceIssue() {
  const { id, seen, hasIssuer, hasChangedBuyerTaxes, faults, documents } = useLoaderData<typeof loader>()
  const pageHref = paths.admin.invoiceIssue(id)
  return (
    <>
      <PageHeading
        title={`Emitir a nota fiscal do pedido nº ${id}`}
        lead="Confira o que será enviado à Receita."
        back={{ href: paths.admin.order(id), label: `Pedido nº ${id}` }}
      />
      {hasIssuer ? null : (
        <Notice tone="info" title="Emissão desligada" isSilent>
          {noIssuerText} <a href={paths.admin.orderInvoice(id)}>Registrar nota fiscal</a>
        </Notice>
      )}
      {hasChangedBuyerTaxes ? (
        <PostForm action={pageHref} data-once="">
          <Notice tone="info" title="O cadastro do cliente mudou depois do pedido" isSilent>
            Inscrição estadual ou indicador de contribuinte são outros hoje. O pedido usa os do dia da compra.
          </Notice>
          <p className="actions">
            <Button name="intent" value="renew-buyer">
              Usar os do cadastro
            </Button>
          </p>
        </PostForm>
      ) : null}
      {faults.length > 0 ? (
        <section className="section" aria-labelledby="falta">
          <h2 id="falta">Falta para emitir</h2>
          <ul>
            {faults.map(({ text, href }) => (
              <li key={text}>{href ? <a href={href}>{text}</a> : text}</li>
            ))}
          </ul>
        </section>
      ) : null}
      {faults.length === 0 && documents.length === 0 ? (
        <Notice tone="info" isSilent>
          Não há nota fiscal a emitir: as do pedido já foram pedidas, autorizadas ou têm o número registrado.
        </Notice>
      ) : null}
      {documents.map((invoiceDocument) => (
        <InvoiceDocument
          key={invoiceDocument.model}
          invoiceDocument={invoiceDocument}
          pageHref={pageHref}
          seenCount={seen}
          hasIssuer={hasIssuer}
        />
      ))}
      <p className="actions">
        <LinkButton href={paths.admin.order(id)}>Voltar</LinkButton>
      </p>
    </>
  )
}

type InvoiceDocumentProps = {
  invoiceDocument: Loaded['documents'][number]
  pageHref: string
  seenCount: number
  hasIssuer: boolean
}

function InvoiceDocument({ invoiceDocument, pageHref, seenCount, hasIssuer }: InvoiceDocumentProps) {
  const { model, name, rows, items, freight, total, isTest } = invoiceDocument
  return (
    <section className="section" aria-labelledby={model}>
      <h2 id={model}>{name}</h2>
      {isTest ? (
        <Notice tone="warn" title={testMark} isSilent>
          A nota é só um teste: fica fora da página do cliente, dos e-mails e das exportações.
        </Notice>
      ) : null}
      <SummaryList rows={rows} />
      <DataTable
        caption={`Itens da ${name}`}
        columns={columns}
        rows={items}
        rowKey={({ position }) => position}
        empty={{ text: 'Nenhum item' }}
        totals={[
          ...(freight > 0 ? [{ label: 'Frete', value: <Money centavos={freight} /> }] : []),
          { label: 'Total', value: <Money centavos={total} /> },
        ]}
      />
      {hasIssuer ? (
        <PostForm action={pageHref} data-once="">
          <input type="hidden" name="intent" value="issue" />
          <input type="hidden" name="model" value={model} />
          <input type="hidden" name="seen" value={seenCount} />
          <p className="actions">
            <Button variant="main">{`Emitir a ${name} de ${formatReais(total)}`}</Button>
          </p>
        </PostForm>
      ) : null}
    </section>
  )
}

const columns: Column<InvoiceItem>[] = [
  {
    key: 'description',
    label: 'Item',
    rowHeader: true,
    render: ({ description, codes }) => (
      <>
        {description}
        <span className="hint">{codes}</span>
      </>
    ),
  },
  { key: 'quantity', label: 'Quantidade', align: 'num', render: ({ quantity }) => quantity },
  { key: 'value', label: 'Valor', align: 'num', render: ({ value }) => <Money centavos={value} /> },
]
