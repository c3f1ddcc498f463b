import type { loadOrderInvoices } from '#app/routes/admin/orders/order-invoices.server.ts'
import { FileLinks, type StaffFile } from '#app/routes/admin/orders/staff-order.tsx'
import { LinkButton } from '#app/ui/button.tsx'

type Props = Awaited<ReturnType<typeof loadOrderInvoices>> & {
  /** XML, DANFE and other files of the kind NF-e */
  files: readonly StaffFile[]
  /** page that records an invoice; null if that is not allowed */
  recordHref: string | null
  /** page that adds an invoice's file without its key */
  addFileHref: string | null
}

/** Shows the invoices of an order: keys, files, missing data (D141). */
export function OrderInvoices({
  invoices,
  faults,
  documentNames,
  issueLink,
  files,
  recordHref,
  addFileHref,
}: Props) {
  const isEmpty = invoices.length + faults.length + files.length === 0
  if (isEmpty && !documentNames && !issueLink && !recordHref) return null
  return (
    <section aria-labelledby="nota-fiscal" className={isEmpty ? 'section no-print' : 'section'}>
      <h2 id="nota-fiscal">Nota fiscal</h2>
      {invoices.length > 0 ? (
        <ul className="plain">
          {invoices.map((invoice) => (
            <li key={invoice.id}>
              <strong>{invoice.name}</strong>: {invoice.stateText}
              {invoice.testNotice ? (
                <span className="sub">
                  <span className="tag tag-warn">{invoice.testNotice}</span>
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
                  {letter.name}, {letter.stateText}: {letter.text}
                </span>
              ))}
              {invoice.deadlineText ? <span className="hint">{invoice.deadlineText}</span> : null}
              <span className="side-links no-print">
                {invoice.editHref ? <a href={invoice.editHref}>Alterar a nota ou incluir arquivo</a> : null}
                {invoice.correctionHref ? <a href={invoice.correctionHref}>Carta de correção</a> : null}
                {invoice.cancelLink ? <a href={invoice.cancelLink.href}>{invoice.cancelLink.label}</a> : null}
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
      {documentNames ? <p className="hint">Pronto para emitir: {documentNames}.</p> : null}
      {issueLink ? (
        <p className="actions no-print">
          <LinkButton href={issueLink.href}>{issueLink.label}</LinkButton>
        </p>
      ) : null}
      {recordHref ? (
        <p className="side-links no-print">
          <a href={recordHref}>Registrar nota fiscal</a>
          {addFileHref ? <a href={addFileHref}>Incluir arquivo da NF-e</a> : null}
        </p>
      ) : null}
    </section>
  )
}
