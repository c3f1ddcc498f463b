import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { env } from '#app/env.server.ts'
import { button, lines, paragraph } from '#app/mails/platform/blocks.ts'
import { company, defineMail } from '#app/mails/platform/define-mail.ts'
import { mailSender } from '#app/mails/platform/sender.server.ts'
import { findRefusedInFile, refusedListed } from '#app/models/payments/refused-line.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { refusedLineLabels } from '#app/text/payments/bank-file-labels.ts'
import { formatRejection } from '#app/text/payments/boleto-labels.ts'

type RefusedLine = {
  orderId: number | null
  ourNumber: string
  outcome: keyof typeof refusedLineLabels
  reasons: string
}

type RefusedInFile = {
  bank: CnabBank
  format: CnabFormat
  count: number
  rows: RefusedLine[]
  fileUrl: string
  sender: CompanyContact
}

/** One for each file that refused something; the rows of today stay until it is done (D151). */
const refusedBoletos = defineMail({
  name: 'mail-staff-refused-boletos',
  label: 'E-mail à equipe: boletos recusados pelo banco',
  async find(subject) {
    const found = await findRefusedInFile(Number(subject))
    if (!found) return undefined
    const fileUrl = `${env.PUBLIC_URL}${paths.admin.bankFile(found.id)}`
    return { ...found, fileUrl, sender: await mailSender() }
  },
  to: company,
  write: (file: RefusedInFile) => ({
    subject: file.count === 1 ? 'O banco recusou um boleto' : `O banco recusou ${file.count} boletos`,
    blocks: [
      paragraph(
        'O retorno do banco trouxe recusas. Quem comprou foi avisado de que estamos vendo o que houve: resolva o motivo na página do pedido.',
      ),
      lines([
        ...file.rows.map((row) => lineText(file, row)),
        ...(file.count > refusedListed ? ['A lista continua: há outros além destes.'] : []),
      ]),
      button('Abrir o retorno', file.fileUrl),
    ],
  }),
})

export const refusedBoletoMails = [refusedBoletos]

function lineText({ bank, format }: RefusedInFile, { orderId, ourNumber, outcome, reasons }: RefusedLine) {
  const whose = orderId === null ? '' : `, pedido nº ${orderId}`
  const why = reasons === '' ? '' : `: ${formatRejection(bank, reasons, format)}`
  return `Boleto ${ourNumber}${whose}. ${refusedLineLabels[outcome]}${why}`
}
