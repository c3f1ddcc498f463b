import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { env } from '#app/env.server.ts'
import { button, lines, paragraph } from '#app/mails/platform/blocks.ts'
import { company, defineMail } from '#app/mails/platform/define-mail.ts'
import { mailSender } from '#app/mails/platform/sender.server.ts'
import { findRefusedInFile, refusedListed } from '#app/models/payments/refused-line.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { bankFileMessages, refusedLineLabels } from '#app/text/payments/bank-file-labels.ts'
import { formatRejection, formatUnpayable } from '#app/text/payments/boleto-labels.ts'
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

type RefusedInFile = {
  bank: CnabBank
  format: CnabFormat
  count: number
  /** number of lines with money whose code the shop does not know */
  unknown: number
  rows: RefusedLine[]
  fileUrl: string
  sender: CompanyContact
}

/** Sent once per file with rejections; the page Hoje lists them until they are resolved (D151). */
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
    subject: formatSubject(file),
    blocks: [
      ...(file.count === 0
        ? []
        : [
            paragraph(
              'O retorno do banco trouxe recusas. Quem comprou foi avisado de que estamos vendo o que houve: resolva o motivo na página do pedido.',
            ),
          ]),
      ...(file.unknown === 0 ? [] : [paragraph(bankFileMessages.codesAdvice)]),
      lines([
        ...file.rows.map((row) => formatLine(file, row)),
        ...(file.count + file.unknown > refusedListed ? ['A lista continua: há outros além destes.'] : []),
      ]),
      button('Abrir o retorno', file.fileUrl),
    ],
  }),
})

export const refusedBoletoMails = [refusedBoletos]

function formatSubject({ count, unknown }: RefusedInFile): string {
  const refusedText = count === 1 ? 'O banco recusou um boleto' : `O banco recusou ${count} boletos`
  if (unknown === 0) return refusedText
  const toCheck =
    unknown === 1
      ? 'uma linha do retorno do banco precisa ser conferida'
      : `${unknown} linhas do retorno do banco precisam ser conferidas`
  return count === 0 ? capitalise(toCheck) : `${refusedText}, e ${toCheck}`
}

function formatLine(file: RefusedInFile, line: RefusedLine) {
  const orderText = line.orderId === null ? '' : `, pedido nº ${line.orderId}`
  const why = formatWhy(file, line)
  return `Boleto ${line.ourNumber}${orderText}. ${refusedLineLabels[line.outcome]}${why === '' ? '' : `: ${why}`}`
}

function formatWhy({ bank, format }: RefusedInFile, { outcome, occurrence, reasons, value }: RefusedLine) {
  if (outcome === 'unpayable') return formatUnpayable(bank, occurrence)
  if (outcome === 'unknown') return `ocorrência ${occurrence}, ${formatReais(value)}`
  return reasons === '' ? '' : formatRejection(bank, reasons, format)
}
