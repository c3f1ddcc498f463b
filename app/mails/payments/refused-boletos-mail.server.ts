import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { env } from '#app/env.server.ts'
import { button, lines, paragraph } from '#app/mails/platform/blocks.ts'
import { defineMail, getCompanyEmail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findRefusedLines, maxListedRefusals } from '#app/models/payments/refused-line.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { bankFileMessages, refusedLineLabels } from '#app/text/payments/bank-file-labels.ts'
import { formatRejection, formatUnpayableReason } from '#app/text/payments/boleto-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { capitalise } from '#app/text/platform/numbers.ts'

type RefusedLine = {
  orderId: number | null
  ourNumber: string
  outcome: keyof typeof refusedLineLabels
  reasons: string
  occurrence: string
  value: Centavos
}

type FileWithRefusals = {
  bank: CnabBank
  format: CnabFormat
  count: number
  /** number of lines with money whose code the shop does not know */
  unknownCount: number
  rows: RefusedLine[]
  fileUrl: string
  sender: CompanyContact
}

/** Informs staff about rejections, once per bank file. The page Hoje lists them until they are resolved (D151). */
const refusedBoletos = defineMail({
  name: 'mail-staff-refused-boletos',
  label: 'E-mail à equipe: boletos recusados pelo banco',
  async find(subject) {
    const fileData = await findRefusedLines(Number(subject))
    if (!fileData) return undefined
    const fileUrl = `${env.PUBLIC_URL}${paths.admin.bankFile(fileData.id)}`
    return { ...fileData, fileUrl, sender: await loadMailSender() }
  },
  to: getCompanyEmail,
  write: (file: FileWithRefusals) => ({
    subject: formatSubject(file),
    blocks: [
      ...(file.count === 0
        ? []
        : [
            paragraph(
              'O retorno do banco trouxe recusas. Quem comprou foi avisado de que estamos vendo o que houve: resolva o motivo na página do pedido.',
            ),
          ]),
      ...(file.unknownCount === 0 ? [] : [paragraph(bankFileMessages.codesAdvice)]),
      lines([
        ...file.rows.map((row) => formatLine(file, row)),
        ...(file.count + file.unknownCount > maxListedRefusals
          ? ['A lista continua: há outros além destes.']
          : []),
      ]),
      button('Abrir o retorno', file.fileUrl),
    ],
  }),
})

export const refusedBoletoMails = [refusedBoletos]

function formatSubject({ count, unknownCount }: FileWithRefusals): string {
  const refusedText = count === 1 ? 'O banco recusou um boleto' : `O banco recusou ${count} boletos`
  if (unknownCount === 0) return refusedText
  const unknownText =
    unknownCount === 1
      ? 'uma linha do retorno do banco precisa ser conferida'
      : `${unknownCount} linhas do retorno do banco precisam ser conferidas`
  return count === 0 ? capitalise(unknownText) : `${refusedText}, e ${unknownText}`
}

function formatLine(file: FileWithRefusals, line: RefusedLine) {
  const orderText = line.orderId === null ? '' : `, pedido nº ${line.orderId}`
  const reason = formatReason(file, line)
  const reasonText = reason === '' ? '' : `: ${reason}`
  return `Boleto ${line.ourNumber}${orderText}. ${refusedLineLabels[line.outcome]}${reasonText}`
}

function formatReason(
  { bank, format }: FileWithRefusals,
  { outcome, occurrence, reasons, value }: RefusedLine,
) {
  if (outcome === 'unpayable') return formatUnpayableReason(bank, occurrence)
  if (outcome === 'unknown') return `ocorrência ${occurrence}, ${formatReais(value)}`
  return reasons === '' ? '' : formatRejection(bank, reasons, format)
}
