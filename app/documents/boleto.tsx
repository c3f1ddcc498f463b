import { Barcode, BoletoForm, type FormField } from '#app/documents/boleto-form.tsx'
import { boletoStyles } from '#app/documents/boleto-styles.ts'
import { Brand } from '#app/documents/mark.tsx'
import { QrCode } from '#app/documents/qr-code.tsx'
import { renderDocument } from '#app/documents/render-document.server.tsx'
import { formatBoletoLine } from '#app/domain/charges/boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { type Centavos, sumCentavos } from '#app/domain/platform/money.ts'
import type { CompanyLook } from '#app/domain/settings/appearance.ts'
import { paymentLabels } from '#app/text/charges/pay-labels.ts'
import { formatPurchaseOrder } from '#app/text/checkout/purchase-order-labels.ts'
import { formatDate, formatDocument, formatReais } from '#app/text/platform/format.ts'

type Party = { name: string; document: string; addressLine1: string; addressLine2: string }

type OrderLine = { name: string; version: string; quantity: number; totalCents: Centavos }

/** A boleto to print. `line` has 47 digits, `barcode` 44; numbers are as printed. */
export type Boleto = {
  bank: { code: string; codeWithDigit: string; name: string }
  line: string
  barcode: string
  /** the issuer's code for this boleto; null if there is none, because no other Pix pays the boleto */
  pixPayload: string | null
  beneficiary: Party
  look?: CompanyLook | undefined // the company's own appearance, if any
  agencyAndCode: string
  ourNumber: string
  documentNumber: string
  kind: string
  acceptance: string
  documentDate: CivilDate
  processingDate: CivilDate
  dueDate: CivilDate
  wallet: string
  valueCents: Centavos
  instructions: string[]
  payer: Party
  paymentPlace: string
  order: {
    number: number | string
    purchaseOrder: string | null // order number of the payer
    lines: OrderLine[]
    shippingCents: Centavos
    shippingLabel: string
  }
}

const maxOrderRows = 8 // the number of rows that fit above the receipt

const maxPixCodeLength = 240 // the number of characters in two lines

const formWidth = 190
const rightColumn = { x: 142, width: 48 }

export function renderBoleto(boleto: Boleto): string {
  return renderDocument({
    title: `Boleto do pedido nº ${boleto.order.number}`,
    css: boletoStyles,
    companyLook: boleto.look,
    children: (
      <>
        <Header seller={boleto.beneficiary} look={boleto.look} />
        <Order boleto={boleto} />
        <p className={boleto.pixPayload === null ? 'hint' : 'hint hint-above'}>
          Pague no aplicativo ou site do seu banco com a linha digitável ou o código de barras, ou leve este
          documento a uma agência ou lotérica. A confirmação do pagamento leva até 48 horas. Para imprimir,
          use papel A4 branco e escala de 100 %.
        </p>
        {boleto.pixPayload === null ? null : <PixCode code={boleto.pixPayload} />}
        <Receipt boleto={boleto} />
        <div className="cut">
          <span>Corte na linha pontilhada</span>
        </div>
        <BankPart boleto={boleto} />
      </>
    ),
  })
}

function Header({ seller, look }: { seller: Party; look: CompanyLook | undefined }) {
  return (
    <header className="header">
      <Brand name="Aeropub" companyLook={look} />
      <div className="seller">
        <p className="line">
          <strong>{seller.name}</strong>
        </p>
        <p className="line">{formatPartyDocument(seller)}</p>
        <p className="line">
          {seller.addressLine1}, {seller.addressLine2}
        </p>
      </div>
    </header>
  )
}

function Order({ boleto }: { boleto: Boleto }) {
  const { order } = boleto
  // If there are too many lines, the last row sums up the remaining ones.
  const shownCount = order.lines.length <= maxOrderRows ? order.lines.length : maxOrderRows - 1
  const shownLines = order.lines.slice(0, shownCount).map((line, index) => ({ row: index + 1, line }))
  const otherLines = order.lines.slice(shownCount)
  const isRoomy = shownLines.length <= maxOrderRows / 2
  return (
    <section className="order">
      <div className="order-head">
        <h1 className="line">
          Pedido nº {order.number}
          {order.purchaseOrder === null ? null : (
            <span className="own-number">{formatPurchaseOrder(order.purchaseOrder)}</span>
          )}
        </h1>
        <dl className="facts">
          <div>
            <dt>Vencimento</dt>
            <dd>{formatDate(boleto.dueDate)}</dd>
          </div>
          <div>
            <dt>Valor</dt>
            <dd>{formatReais(boleto.valueCents)}</dd>
          </div>
        </dl>
      </div>
      <table className={isRoomy ? 'roomy' : undefined}>
        <thead>
          <tr>
            <th scope="col">Publicação</th>
            <th scope="col" className="version">
              Versão
            </th>
            <th scope="col" className="quantity">
              Quantidade
            </th>
            <th scope="col" className="amount">
              Valor
            </th>
          </tr>
        </thead>
        <tbody>
          {shownLines.map(({ row, line }) => (
            <OrderRow key={row} {...line} />
          ))}
          {otherLines.length > 0 && <OrderRow {...summariseLines(otherLines)} />}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Frete <span className="quiet">({order.shippingLabel})</span>
            </th>
            <td className="amount">{order.shippingCents > 0 ? formatReais(order.shippingCents) : '–'}</td>
          </tr>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td className="amount">{formatReais(boleto.valueCents)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function OrderRow({ name, version, quantity, totalCents }: OrderLine) {
  return (
    <tr>
      <th scope="row">
        <span className="name">{name}</span>
      </th>
      <td className="version">{version}</td>
      <td className="quantity">{quantity}</td>
      <td className="amount">{formatReais(totalCents)}</td>
    </tr>
  )
}

function countCopies(lines: OrderLine[]): number {
  return lines.reduce((count, line) => count + line.quantity, 0)
}

/** Returns one row for the lines that do not fit, because the columns must add up to the total. */
function summariseLines(lines: OrderLine[]): OrderLine {
  return {
    name: `e mais ${lines.length} itens`,
    version: '',
    quantity: countCopies(lines),
    totalCents: sumCentavos(lines.map((line) => line.totalCents)),
  }
}

/** Prints the Pix code as text because people may read the boleto on the phone with which they pay. */
function PixCode({ code }: { code: string }) {
  return (
    <div className="pix-code">
      <p>
        <strong>{paymentLabels.pixTitle}</strong> {paymentLabels.pixHow}
      </p>
      {code.length > maxPixCodeLength ? null : <p className="code">{code}</p>}
    </div>
  )
}

function Receipt({ boleto }: { boleto: Boleto }) {
  return (
    <>
      <section className="receipt">
        <h2 className="part-name">Recibo do Pagador</h2>
        <BoletoForm {...makeFormHead(boleto)} fields={listReceiptFields(boleto)} />
      </section>
      <p className="stub receipt-stub">Autenticação mecânica – Recibo do Pagador</p>
    </>
  )
}

function BankPart({ boleto }: { boleto: Boleto }) {
  return (
    <section>
      <div className="form-part">
        <BoletoForm {...makeFormHead(boleto)} fields={listBankFields(boleto)} />
      </div>
      <p className="stub bank-stub">Autenticação mecânica – Ficha de Compensação</p>
      <div className="barcode">
        <Barcode digits={boleto.barcode} />
      </div>
    </section>
  )
}

function makeFormHead({ bank, line }: Boleto) {
  return {
    width: formWidth,
    headHeight: 9,
    headRules: [18, 41],
    heading: (
      <>
        <p className="bank">{bank.name}</p>
        <p className="bank-code">{bank.codeWithDigit}</p>
        <p className="digits">{formatBoletoLine(line)}</p>
      </>
    ),
  }
}

/**
 * Returns the fields of the payer's receipt, which are narrower if the picture of a Pix code stands beside
 * them.
 */
function listReceiptFields(boleto: Boleto): FormField[] {
  const width = boleto.pixPayload === null ? formWidth : formWidth - pixWidth
  const right = {
    x: width - 48,
    width: 48,
    isRightAligned: true,
    className: width < formWidth ? 'inner' : undefined,
  }
  // The first three columns keep the proportions of the full width: 52, 45 and 45 of 142 mm.
  const numberWidth = (right.x * 52) / 142
  const documentWidth = (right.x * 45) / 142
  const due = { value: formatDate(boleto.dueDate), strong: true }
  const value = { value: formatReais(boleto.valueCents), strong: true }
  return [
    {
      label: 'Beneficiário',
      x: 0,
      y: 9,
      width: right.x,
      height: 14.2,
      value: renderParty(boleto.beneficiary),
    },
    { label: 'Agência/Código do beneficiário', ...right, y: 9, height: 14.2, value: boleto.agencyAndCode },
    { label: 'Nosso número', x: 0, y: 23.2, width: numberWidth, height: 7, value: boleto.ourNumber },
    {
      label: 'Nº do documento',
      x: numberWidth,
      y: 23.2,
      width: documentWidth,
      height: 7,
      value: boleto.documentNumber,
    },
    { label: 'Vencimento', x: numberWidth + documentWidth, y: 23.2, width: documentWidth, height: 7, ...due },
    { label: 'Valor do documento', ...right, y: 23.2, height: 7, ...value },
    { label: 'Pagador', x: 0, y: 30.2, width, height: 14.2, value: renderParty(boleto.payer) },
    ...(boleto.pixPayload === null ? [] : [makePixField(boleto.pixPayload)]),
  ]
}

const pixWidth = 35

function makePixField(code: string): FormField {
  return {
    label: paymentLabels.pixTitle,
    x: formWidth - pixWidth,
    y: 9,
    width: pixWidth,
    height: 35.4,
    className: 'pix',
    value: <QrCode text={code} sizeMm={31} label={paymentLabels.pixPicture} />,
  }
}

/** Returns the fields of the FEBRABAN model. Fields that the bank fills in stay empty. */
function listBankFields(boleto: Boleto): FormField[] {
  const right = { ...rightColumn, isRightAligned: true }
  return [
    { label: 'Local de pagamento', x: 0, y: 9, width: 142, height: 7, value: boleto.paymentPlace },
    { label: 'Vencimento', ...right, y: 9, height: 7, value: formatDate(boleto.dueDate), strong: true },
    { label: 'Beneficiário', x: 0, y: 16, width: 142, height: 14.2, value: renderParty(boleto.beneficiary) },
    { label: 'Agência/Código do beneficiário', ...right, y: 16, height: 14.2, value: boleto.agencyAndCode },
    {
      label: 'Data do documento',
      x: 0,
      y: 30.2,
      width: 28,
      height: 7,
      value: formatDate(boleto.documentDate),
    },
    { label: 'Nº do documento', x: 28, y: 30.2, width: 44, height: 7, value: boleto.documentNumber },
    { label: 'Espécie doc.', x: 72, y: 30.2, width: 22, height: 7, value: boleto.kind },
    { label: 'Aceite', x: 94, y: 30.2, width: 16, height: 7, value: boleto.acceptance },
    {
      label: 'Data do processamento',
      x: 110,
      y: 30.2,
      width: 32,
      height: 7,
      value: formatDate(boleto.processingDate),
    },
    { label: 'Nosso número', ...right, y: 30.2, height: 7, value: boleto.ourNumber },
    { label: 'Uso do banco', x: 0, y: 37.2, width: 28, height: 7 },
    { label: 'Carteira', x: 28, y: 37.2, width: 22, height: 7, value: boleto.wallet },
    { label: 'Espécie (moeda)', x: 50, y: 37.2, width: 22, height: 7, value: 'R$' },
    { label: 'Quantidade', x: 72, y: 37.2, width: 38, height: 7 },
    { label: '(x) Valor', x: 110, y: 37.2, width: 32, height: 7 },
    {
      label: '(=) Valor do documento',
      ...right,
      y: 37.2,
      height: 7,
      value: formatReais(boleto.valueCents),
      strong: true,
    },
    { label: instructionsLabel, x: 0, y: 44.2, width: 142, height: 26, value: renderInstructions(boleto) },
    { label: '(−) Desconto/Abatimento', ...right, y: 44.2, height: 5.2 },
    { label: '(−) Outras deduções', ...right, y: 49.4, height: 5.2 },
    { label: '(+) Mora/Multa/Juros', ...right, y: 54.6, height: 5.2 },
    { label: '(+) Outros acréscimos', ...right, y: 59.8, height: 5.2 },
    { label: '(=) Valor cobrado', ...right, y: 65, height: 5.2 },
    { label: 'Pagador', x: 0, y: 70.2, width: 142, height: 14.2, value: renderParty(boleto.payer) },
    { label: 'Sacador/Avalista', ...right, y: 70.2, height: 14.2 },
  ]
}

const instructionsLabel = 'Instruções (texto de responsabilidade do beneficiário)'

/** Prints the payer's order number last because long text is cut, and the number is also printed above. */
function renderInstructions({ instructions, order: { purchaseOrder } }: Boleto) {
  const purchaseOrderLines = purchaseOrder === null ? [] : [formatPurchaseOrder(purchaseOrder)]
  return <span className="instructions">{[...instructions, ...purchaseOrderLines].join('\n')}</span>
}

/** Prints name, number and address (Lei 12.039). A long name is cut, but never the number. */
function renderParty(party: Party) {
  return (
    <>
      <span className="party">
        <span>{party.name}</span>
        <span>{formatPartyDocument(party)}</span>
      </span>
      <span className="address">{party.addressLine1}</span>
      <span className="address">{party.addressLine2}</span>
    </>
  )
}

function formatPartyDocument({ document }: Party): string {
  const isPerson = document.replace(/\W/g, '').length === 11
  return `${isPerson ? 'CPF' : 'CNPJ'} ${formatDocument(document)}`
}
