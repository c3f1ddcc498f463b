import { Brand } from '#app/documents/mark.tsx'
import { paperStyles } from '#app/documents/paper-styles.ts'
import { QrCode } from '#app/documents/qr-code.tsx'
import { renderDocument } from '#app/documents/render-document.server.tsx'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatCertificateNumber } from '#app/domain/subscriptions/certificate.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDocumentLine } from '#app/text/catalogue/stamp-labels.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'

/** The numbers of items whose lines are printed closer to fit one page. More items need several pages anyway. */
const denseItemCounts = { min: 8, max: 15 }

export type Certificate = {
  seller: CompanyContact
  number: string // 16 characters without separators
  checkUrl: string // page where anybody can check the certificate
  holder: { name: string; document: string }
  issuedAt: Date
  items: {
    name: string
    version: string
    versionDate: CivilDate
    registration: string | null
    serialNumber: string | null
    due: CivilDate
  }[]
}

export function renderCertificate(certificate: Certificate): string {
  return renderDocument({
    title: `Certificado de assinatura ${formatCertificateNumber(certificate.number)}`,
    css: `${paperStyles}${styles}`,
    companyLook: certificate.seller.companyLook,
    children: (
      <>
        <Head seller={certificate.seller} />
        <main className={needsDenseLines(certificate.items.length) ? 'dense' : undefined}>
          <h1>Certificado de assinatura</h1>
          <p className="lead">
            Certificamos que <strong>{certificate.holder.name}</strong>,{' '}
            <span className="code">{formatDocumentLine(certificate.holder.document)}</span>, mantém em vigor
            nesta data{' '}
            {certificate.items.length === 1 ? 'a assinatura' : `as ${certificate.items.length} assinaturas`}{' '}
            de publicações técnicas abaixo, com direito às revisões emitidas até o vencimento.
          </p>
          <Items items={certificate.items} />
        </main>
        <Proof certificate={certificate} />
      </>
    ),
  })
}

function needsDenseLines(count: number): boolean {
  return count >= denseItemCounts.min && count <= denseItemCounts.max
}

function Head({ seller }: { seller: CompanyContact }) {
  return (
    <header className="head">
      <Brand name={seller.name} companyLook={seller.companyLook} />
      <p className="by">
        {seller.legalName} · CNPJ {seller.cnpj}
      </p>
    </header>
  )
}

function Items({ items }: { items: Certificate['items'] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Publicação</th>
          <th scope="col">{columnNames.version}</th>
          <th scope="col">Data</th>
          <th scope="col">Aeronave</th>
          <th scope="col">Nº de série</th>
          <th scope="col">Válida até</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: printed once, in this order.
          <tr key={index}>
            <th scope="row">{item.name}</th>
            <td className="code">{item.version}</td>
            <td className="code">{formatDate(item.versionDate)}</td>
            <td className="code">{item.registration ?? '–'}</td>
            <td className="code">{item.serialNumber ?? '–'}</td>
            <td className="code due">{formatDate(item.due)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Proof({ certificate }: { certificate: Certificate }) {
  const { number, checkUrl, issuedAt, seller } = certificate
  return (
    <footer className="proof">
      <QrCode text={checkUrl} sizeMm={30} label="Código QR para conferir o certificado" />
      <div>
        <p className="number">{formatCertificateNumber(number)}</p>
        <p>Emitido em {formatDateTime(issuedAt)} (horário de Brasília)</p>
        <p className="quiet">
          Confira a validade pelo código QR ou em
          <br />
          {checkUrl}
        </p>
      </div>
      <p className="issuer">
        <strong>{seller.legalName}</strong>
        <br />
        {seller.address}
        <br />
        {seller.phone} · {seller.email}
      </p>
    </footer>
  )
}

const styles = `
@page { size: 297mm 210mm; margin: 8mm 9mm; border: 1.4mm double #0a4d5f; padding: 10.6mm 14.6mm }
body { display: flex; flex-direction: column; min-height: 164mm }
.head { display: flex; align-items: center; gap: 3.4mm }
.head svg { width: 9.2mm; height: 12mm; flex: none }
.head .brand { font-size: 7mm }
.by { flex: 1; text-align: right; font-size: 2.9mm; color: #4a5d65 }
main { margin: auto 0 }
h1 { font-size: 13mm; letter-spacing: -.015em; text-align: center; margin: 9mm 0 4mm }
.lead { font-size: 4.4mm; line-height: 1.5; text-align: center; max-width: 205mm; margin: 0 auto; text-wrap: balance }
h1 + .lead + table { margin-top: 7mm }
.lead strong { font-weight: 600 }
.dense h1 { font-size: 9mm; margin: 3mm 0 2mm }
.dense .lead { font-size: 3.8mm; line-height: 1.35 }
.dense h1 + .lead + table { margin-top: 3mm; font-size: 2.9mm; line-height: 1.3 }
.dense th, .dense td { padding-top: .5mm; padding-bottom: .5mm }
.due { font-weight: 600 }
.proof { display: flex; gap: 6mm; align-items: flex-end; padding-top: 8mm; break-inside: avoid }
.proof svg { flex: none; margin: -3mm 0 -3mm -3mm }
.proof p { margin: 0 }
.number { font-size: 5mm; font-weight: 600; letter-spacing: .06em; color: #0a4d5f }
.issuer { flex: 1; text-align: right; font-size: 2.9mm; color: #4a5d65 }
.issuer strong { font-weight: 600; color: #14242b }
`
