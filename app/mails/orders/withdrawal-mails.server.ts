import type { MoneyBack } from '#app/domain/orders/money-back.ts'
import { formatWithdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { findReplyTo } from '#app/mails/orders/reply-to.server.ts'
import {
  type Block,
  formatGreeting,
  joinBlocks,
  labelledAnswer,
  link,
  makeAmountRow,
  openingText,
  paragraph,
} from '#app/mails/platform/blocks.ts'
import { defineMail, getCompanyEmail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findWithdrawal, findWithdrawalChance } from '#app/models/orders/withdrawal.server.ts'
import { findWithdrawalAnswer } from '#app/models/orders/withdrawal-answer.server.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatMailedAircraft } from '#app/text/accounts/aircraft-labels.ts'
import { formatClientAndContact } from '#app/text/accounts/client-labels.ts'
import {
  formatPendingRefund,
  formatRefusedRight,
  refundText,
  type WithdrawnCopy,
} from '#app/text/orders/withdrawal-labels.ts'
import { formatMoneyBack } from '#app/text/payments/refund-labels.ts'
import { formatDateTime, formatReais } from '#app/text/platform/format.ts'

type Withdrawal = {
  protocol: string
  orderId: number
  createdAt: Date
  contactName: string
  lines: WithdrawnCopy[]
  sender: CompanyContact
}

/** Confirms the request (Decreto 7.962, art. 5). Does not repeat the bank account. */
const withdrawalReceipt = defineOrderMail({
  name: 'acknowledge-withdrawal',
  label: 'E-mail: desistência recebida',
  async find(subject) {
    const request = await findRequest(subject, 'no withdrawal to acknowledge')
    return { ...request, orderUrl: `${env.PUBLIC_URL}${paths.order(request.orderId)}` }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: ({
    protocol,
    orderId,
    createdAt,
    contactName,
    lines,
    orderUrl,
  }: Withdrawal & { orderUrl: string }) => ({
    subject: `Desistência do pedido nº ${orderId} recebida: protocolo ${protocol}`,
    blocks: [
      openingText(
        formatGreeting(contactName),
        `Recebemos a desistência do pedido nº ${orderId} em ${formatDateTime(createdAt)}. O protocolo é ${protocol}.`,
      ),
      listWithdrawnLines(lines),
      paragraph(
        `Vamos escrever para combinar a devolução. Se algo já foi enviado, nós pagamos o frete de volta. ${refundText}`,
      ),
      link('Ver o pedido', orderUrl, 'O pedido'),
    ],
  }),
})

type WithdrawalTask = Withdrawal & {
  clientName: string
  email: string
  reason: string | null
  refundTo: string | null
  /** money that the shop will owe if it accepts; null if none was received */
  money: MoneyBack | null
}

/**
 * Forwards the request to staff. Replies go to the person who ordered. The subject line contains no user
 * input.
 */
const withdrawalTask = defineMail({
  name: 'forward-withdrawal',
  label: 'E-mail à equipe: desistência',
  async find(subject) {
    const request = await findRequest(subject, 'no withdrawal to forward')
    const money = await findMoneyBack(request.orderId, { assumedAcceptedId: request.id })
    return { ...request, money: money ?? null }
  },
  to: getCompanyEmail,
  replyTo: findReplyTo,
  write: (task: WithdrawalTask) => ({
    subject: `Desistência do pedido nº ${task.orderId}, protocolo ${task.protocol}`,
    blocks: [
      paragraph(`${formatClientAndContact(task)} desistiu em ${formatDateTime(task.createdAt)} de:`),
      listWithdrawnLines(task.lines),
      ...makeMoneyLine(task.money),
      joinBlocks(
        labelledAnswer('Conta para o reembolso', task.refundTo ?? 'não informada: pergunte'),
        labelledAnswer('Motivo', task.reason ?? 'não informado'),
      ),
      paragraph(
        `Suspenda o envio ou combine a devolução, responda à desistência na página do pedido e faça o reembolso, de imediato (CDC, art. 49). O cliente leu: “${refundText}”`,
      ),
    ],
  }),
})

type AnsweredWithdrawal = Omit<Withdrawal, 'createdAt'> & {
  answer: { outcome: 'accepted' | 'refused'; reason: string | null; isCorrection: boolean }
  refundTo: string | null
  money: MoneyBack | null
  /** after a rejection, whether another request is possible, and until which day */
  canRequestAgain: boolean
  lastDay: CivilDate | null
  orderUrl: string
}

/** Sends an answer. A corrected answer is another mail (D152). */
const withdrawalAnswer = defineOrderMail({
  name: 'mail-withdrawal-answer',
  label: 'E-mail: resposta à desistência',
  async find(subject) {
    const request = await findWithdrawalAnswer(Number(subject))
    if (!request) throw new JobRefused('no withdrawal answer for this mail')
    const { id, orderId, profileId } = request
    const withdrawalChance = await findWithdrawalChance({ orderId, profileId }, toCivilDate(new Date()))
    return {
      ...request,
      protocol: formatWithdrawalProtocol(id),
      sender: await loadMailSender(),
      money: (await findMoneyBack(orderId)) ?? null,
      canRequestAgain: withdrawalChance?.isPossible ?? false,
      lastDay: withdrawalChance?.lastDay ?? null,
      orderUrl: `${env.PUBLIC_URL}${paths.order(orderId)}`,
    }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (request: AnsweredWithdrawal) => {
    const { protocol, orderId, answer } = request
    const isAccepted = answer.outcome === 'accepted'
    const verdict = isAccepted ? 'aceita' : 'não aceita'
    return {
      subject: `${answer.isCorrection ? 'Correção: desistência' : 'Desistência'} do pedido nº ${orderId} ${verdict}, protocolo ${protocol}`,
      blocks: [
        openingText(formatGreeting(request.contactName), formatAnswer(request)),
        ...(answer.reason === null ? [] : [labelledAnswer('Motivo', answer.reason)]),
        listWithdrawnLines(request.lines),
        paragraph(
          isAccepted
            ? formatAcceptance(request)
            : formatRefusedRight(request.canRequestAgain, request.lastDay),
        ),
        link('Ver o pedido', request.orderUrl, 'O pedido'),
      ],
    }
  },
})

function formatAnswer({ protocol, orderId, answer: { outcome, isCorrection } }: AnsweredWithdrawal): string {
  const acceptance = isCorrection ? 'Corrigimos nossa resposta: aceitamos' : 'Aceitamos'
  const refusal = isCorrection ? 'Corrigimos nossa resposta: não podemos' : 'Não pudemos'
  const opening = outcome === 'accepted' ? `${acceptance} a desistência` : `${refusal} aceitar a desistência`
  return `${opening} do pedido nº ${orderId}, protocolo ${protocol}.`
}

function formatAcceptance({ money, refundTo }: AnsweredWithdrawal): string {
  const refundSentence = formatPendingRefund(money ?? { owed: 0, returned: 0 }, refundTo)
  return `${refundSentence} Se algo já foi enviado, nós pagamos o frete de volta: responda a este e-mail para combinar.`
}

export const withdrawalMails = [withdrawalReceipt, withdrawalTask, withdrawalAnswer]

async function findRequest(subject: string, missingText: string) {
  const request = await findWithdrawal(Number(subject))
  if (!request) throw new JobRefused(missingText)
  return { ...request, protocol: formatWithdrawalProtocol(request.id), sender: await loadMailSender() }
}

function makeMoneyLine(money: MoneyBack | null): Block[] {
  if (money === null) return []
  const amountText =
    money.goods + money.remainder === 0
      ? 'nada foi pago'
      : `${formatReais(money.owed)} (${formatMoneyBack(money)})`
  return [paragraph(`Aceita a desistência, a devolver: ${amountText}.`)]
}

function listWithdrawnLines(lines: readonly WithdrawnCopy[]): Block {
  const rows = lines.map(({ name, version, value, ...aircraft }) =>
    makeAmountRow(`${name} (versão ${version})${formatMailedAircraft(aircraft)}`, formatReais(value)),
  )
  return { kind: 'table', rows }
}
