import { formatBoletoLine } from '#app/domain/charges/boleto.ts'
import { getPayableDueDate } from '#app/domain/charges/boleto-state.ts'
import { type AmountDue, type BoletoTerms, calculateAmountDue } from '#app/domain/charges/boleto-terms.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { type Attachment, type Block, joinBlocks, type Piece, paragraph } from '#app/mails/platform/blocks.ts'
import { formatDue, formatLastDay, paymentLabels } from '#app/text/charges/pay-labels.ts'
import { formatAmountDue, listTermNotes } from '#app/text/charges/terms-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

/** A payable boleto. `pix` has the issuer's code and a PNG of its QR code. */
export type BoletoToPay = {
  line: string
  dueDate: CivilDate
  payableUntil: CivilDate | null
  value: Centavos
  terms: BoletoTerms
  today: CivilDate
  pix: { code: string; picture: Uint8Array } | null
  /** true until the bank has registered the boleto */
  isPendingRegistration: boolean
  /** null if the PDF is not ready; the payment page offers it later */
  pdf: Attachment | null
}

/** Returns the attachments of a mail about a payable boleto. */
export function listBoletoAttachments(boleto: BoletoToPay | null): Attachment[] {
  return boleto?.pdf ? [boleto.pdf] : []
}

/** Returns the blocks about a boleto: amount and due date, digits, notes and the Pix, if there is one. */
export function buildBoletoBlocks({
  line,
  dueDate,
  payableUntil,
  value,
  terms,
  today,
  pix,
  isPendingRegistration,
  pdf,
}: BoletoToPay): Block[] {
  const amountDue = calculateAmountDue({ value, dueDate, terms }, today)
  const leadBlock = paragraph(...describeDueDate({ dueDate, value, today }, amountDue), '. Linha digitável:')
  const lastDay = formatLastDay({ dueDate, payableUntil }, today)
  const notes = [
    ...(amountDue.days > 0 ? [paymentLabels.bankCounts] : []),
    ...listTermNotes(terms, amountDue),
    ...(lastDay === null ? [] : [lastDay]),
  ]
  const digits: Block = { kind: 'paragraph', pieces: [formatBoletoLine(line)], as: 'digits' }
  return [
    joinBlocks(leadBlock, digits, ...(isPendingRegistration ? [paragraph(paymentLabels.registering)] : [])),
    ...(notes.length > 0 ? [paragraph(notes.join(' '))] : []),
    ...(pix ? [...buildPixBlocks(pix), paragraph(paymentLabels.either)] : []),
    ...(pdf ? [paragraph(paymentLabels.attachments)] : []),
    paragraph(paymentLabels.confirmation),
  ]
}

/** Returns 'Boleto do pedido nº 1052: R$ 326,05, vence em 30/11/2026'. */
export function formatBoletoSubject(
  orderId: number,
  boleto: DatedBoleto,
  start = 'Boleto do pedido',
): string {
  return `${start} nº ${orderId}: ${formatReais(boleto.value)}, ${formatDue(boleto.dueDate, boleto.today)}`
}

type DatedBoleto = Pick<BoletoToPay, 'dueDate' | 'value' | 'today'>

/** Returns the amount due today for an overdue boleto, else value and due date. */
function describeDueDate({ dueDate, value, today }: DatedBoleto, amountDue: AmountDue): Piece[] {
  if (amountDue.days > 0) {
    const amount = amountDue.total === value ? formatReais(value) : formatAmountDue(amountDue, value)
    return [
      `O boleto venceu em ${formatDate(dueDate)}. Para pagar hoje, ${formatDate(today)}: `,
      makeStrong(amount),
    ]
  }
  return [
    'Pague o boleto de ',
    makeStrong(formatReais(value)),
    ' até ',
    makeStrong(formatDate(getPayableDueDate(dueDate))),
  ]
}

/** Returns the Pix code to copy and the picture of its QR code. */
export function buildPixBlocks({ code, picture }: NonNullable<BoletoToPay['pix']>): Block[] {
  return [
    joinBlocks(paragraph(makeStrong(paymentLabels.pixTitle), ' (copia e cola):'), {
      kind: 'paragraph',
      pieces: [code],
      as: 'code',
    }),
    {
      kind: 'picture',
      picture: { cid: 'pix', name: 'pix.png', content: picture },
      alt: paymentLabels.pixPicture,
      size: 220,
    },
  ]
}

function makeStrong(text: string): Piece {
  return { text, as: 'strong' }
}
