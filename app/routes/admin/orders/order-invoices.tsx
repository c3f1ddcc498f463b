import type { loadOrderInvoices } from '#app/routes/admin/orders/order-invoices.server.ts'
import { FileLinks, type StaffFile } from '#app/routes/admin/orders/staff-order.tsx'
import { LinkButton } from '#app/ui/button.tsx'

type Props = Awaited<ReturnType<typeof loadOrderInvoices>> & {
  /** XML, DANFE and other files of the kind NF-e */
  files: readonly StaffFile[]
  /** page that records an invoice; null if that is not allowed */
  add: string | null
  /** page that adds an invoice's file without its key */
  addFile: string | null
}

/** Shows the invoices of an order: keys, files, missing data (D141). */
export function OrderInvoices({ invoices, faults, documents, issue, files, add, addFile }: Props) {
  const isEmpty = invoices.length + faults.length + files.length === 0
  return (
    <section aria-labelledby="nota-fiscal" className={isEmpty ? 'section no-print' : 'section'}>
      <h2 id="nota-fiscal">Nota fiscal</h2>
      {invoices.length > 0 ? (
        <ul className="plain">
          {invoices.map((invoice) => (
            <li key={invoice.id}>
              <strong>{invoice.name}</strong>: {invoice.words}
              {invoice.mark ? (
                <span className="sub">
                  <span className="tag tag-warn">{invoice.mark}</span>
                </span>
              ) : null}
              {invoice.key ? <span className="sub code">{invoice.key}</span> : null}
              {invoice.protocol ? <span className="sub">Protocolo {invoice.protocol}</span> : null}
              {invoice.messages.map((message) => (
                <span className="sub" key={message}>
                  {message}
                </span>
              ))}
              {invoice.reason ? <span className="sub">Motivo do cancelamento: {invoice.reason}</span> : null}
              {invoice.letters.map((letter) => (
                <span className="sub" key={letter.id}>
                  {letter.name}, {letter.words}: {letter.text}
                </span>
              ))}
              {invoice.end ? <span className="hint">{invoice.end}</span> : null}
              <span className="side-links no-print">
                {invoice.change ? <a href={invoice.change}>Alterar a nota ou incluir arquivo</a> : null}
                {invoice.correct ? <a href={invoice.correct}>Carta de correção</a> : null}
                {invoice.cancel ? <a href={invoice.cancel.href}>{invoice.cancel.label}</a> : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <FileLinks files={files} />
      {faults.length > 0 ? (
        <>
          <p>Falta para emitir:</p>
          <ul>
            {faults.map(({ text, href }) => (
              <li key={text}>{href ? <a href={href}>{text}</a> : text}</li>
            ))}
          </ul>
        </>
      ) : null}
      {documents ? <p className="hint">Pronto para emitir: {documents}.</p> : null}
      {issue ? (
        <p className="actions no-print">
          <LinkButton href={issue.href}>{issue.label}</LinkButton>
        </p>
      ) : null}
      {add ? (
        <p className="side-links no-print">
          <a href={add}>Registrar nota fiscal</a>
          {addFile ? <a href={addFile}>Incluir arquivo da NF-e</a> : null}
        </p>
      ) : null}
    </section>
  )
}
