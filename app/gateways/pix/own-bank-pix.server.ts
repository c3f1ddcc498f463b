import { z } from 'zod'
import type { BoletoTerms } from '#app/domain/charges/boleto-terms.ts'
import { calculateSecondsToPay } from '#app/domain/charges/pix-charge.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { PixKind } from '#app/domain/settings/own-pix.ts'
import {
  type AccountOptions,
  makePixAccount,
  type PixAccess,
  type PixAccount,
} from '#app/gateways/pix/pix-account.server.ts'
import {
  describeMalformedEntry,
  pixCharge,
  pixPayment,
  pixPayments,
  pixRefund,
  pixWebhook,
  toRemoteCharge,
} from '#app/gateways/pix/pix-answers.ts'
import {
  type PixBank,
  type PixChargeRequest,
  PixRefused,
  type RemotePix,
  type RemotePixCharge,
} from '#app/gateways/pix/pix-bank.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'

const PAGE_SIZE = 100
/** The longest period of a query. Banks reject longer ones, so longer periods are split. */
const MAX_PERIOD_MS = 4 * 24 * 3_600_000
const REMOVED_STATUS = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
const anyAnswer = z.unknown()

/** Returns the client of the Central Bank's API Pix 2.9 at the shop's bank. */
export function makeOwnBankPix(
  access: PixAccess,
  options: AccountOptions & { today?: () => Date } = {},
): PixBank {
  const account = makePixAccount(access, options)
  const getNow = options.today ?? (() => new Date())
  return {
    createCharge: (request) => makeCharge(account, request, getNow()),
    findCharge: (kind, txid, receiver) => findCharge(account, kind, txid, receiver),
    async removeCharge(kind, txid) {
      await account.request(`/${kind}/${txid}`, anyAnswer, {
        method: 'PATCH',
        json: { status: REMOVED_STATUS },
      })
    },
    async findPayment(endToEndId) {
      const pix = await account.request(`/pix/${endToEndId}`, pixPayment)
      if (pix && pix.endToEndId !== endToEndId) throw new RemoteFault('malformed')
      return pix
    },
    listPayments: (from, to) => listPayments(account, from, to),
    requestRefund: (endToEndId, id, value) => requestRefund(account, endToEndId, id, value),
    async findWebhook(key) {
      return (await account.request(`/webhook/${encodeURIComponent(key)}`, pixWebhook))?.webhookUrl
    },
    async setWebhook(key, address) {
      const path = `/webhook/${encodeURIComponent(key)}`
      await account.request(path, anyAnswer, { method: 'PUT', json: { webhookUrl: address } })
    },
  }
}

/** Creates a charge. An existing txid means that an earlier attempt created the charge and lost the response. */
async function makeCharge(
  account: PixAccount,
  request: PixChargeRequest,
  now: Date,
): Promise<RemotePixCharge> {
  const { kind, txid, receiver } = request
  const json = kind === 'cobv' ? makeChargeWithDueDate(request) : makeImmediateCharge(request, now)
  const createdCharge = await account
    .request(`/${kind}/${txid}`, pixCharge, { method: 'PUT', json })
    .catch(async (error) => {
      const knownCharge =
        error instanceof PixRefused ? await findCharge(account, kind, txid, receiver) : undefined
      if (!knownCharge) throw error
      return knownCharge
    })
  if (!createdCharge) throw new RemoteFault('status-404')
  return 'state' in createdCharge ? createdCharge : readCharge(createdCharge, txid, receiver)
}

async function findCharge(
  account: PixAccount,
  kind: PixKind,
  txid: string,
  receiver?: PixChargeRequest['receiver'],
): Promise<RemotePixCharge | undefined> {
  const charge = await account.request(`/${kind}/${txid}`, pixCharge)
  return charge && readCharge(charge, txid, receiver)
}

function readCharge(
  answer: z.output<typeof pixCharge>,
  txid: string,
  receiver: PixChargeRequest['receiver'] | undefined,
): RemotePixCharge {
  const charge = answer.txid === txid ? toRemoteCharge(answer, receiver) : undefined
  if (!charge) throw new RemoteFault('malformed')
  return charge
}

function makeChargeWithDueDate({ dueDate, graceDays, payer, terms, ...request }: PixChargeRequest) {
  const { name, document, street, city, state, zipCode } = payer
  const commonFields = makeCommonFields(request)
  return {
    ...commonFields,
    valor: { ...commonFields.valor, ...makeTermFields(terms) },
    calendario: { dataDeVencimento: dueDate, validadeAposVencimento: graceDays },
    devedor: {
      ...makeDebtor(document, name),
      logradouro: street.slice(0, 200),
      cidade: city.slice(0, 200),
      uf: state,
      cep: zipCode,
    },
  }
}

/** Returns the terms. Fine 2: percentage. Interest 1: amount a day; 3: rate a month. Discount 1: until a day. */
function makeTermFields(terms: BoletoTerms) {
  const { finePercent, interestPercent, interestPerDay, discountValue, discountUntil } = terms
  const interest =
    interestPerDay === null
      ? { modalidade: 3, valorPerc: formatAmount(interestPercent) }
      : { modalidade: 1, valorPerc: formatAmount(interestPerDay) }
  const fixedDiscounts = [{ data: discountUntil, valorPerc: formatAmount(discountValue) }]
  return {
    ...(finePercent > 0 ? { multa: { modalidade: 2, valorPerc: formatAmount(finePercent) } } : {}),
    ...(interestPercent > 0 ? { juros: interest } : {}),
    ...(discountUntil === null ? {} : { desconto: { modalidade: 1, descontoDataFixa: fixedDiscounts } }),
  }
}

function makeImmediateCharge({ dueDate, graceDays, payer, ...request }: PixChargeRequest, now: Date) {
  return {
    ...makeCommonFields(request),
    calendario: { expiracao: calculateSecondsToPay(dueDate, graceDays, now) },
    devedor: makeDebtor(payer.document, payer.name),
  }
}

function makeCommonFields({ key, value, orderId }: Pick<PixChargeRequest, 'key' | 'value' | 'orderId'>) {
  return { chave: key, valor: { original: formatAmount(value) }, solicitacaoPagador: `Pedido ${orderId}` }
}

function makeDebtor(document: string, name: string) {
  const isPerson = document.length === 11
  const shortName = name.slice(0, 200)
  return isPerson ? { cpf: document, nome: shortName } : { cnpj: document, nome: shortName }
}

function formatAmount(value: Centavos): string {
  return `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
}

/** Returns the payments of a period. Malformed entries are counted and logged, and do not hide other payments. */
async function listPayments(account: PixAccount, from: Date, to: Date) {
  const paymentsById = new Map<string, RemotePix>()
  let unreadCount = 0
  for (let start = from.getTime(); start < to.getTime(); start += MAX_PERIOD_MS) {
    const end = Math.min(start + MAX_PERIOD_MS, to.getTime())
    for (const entry of await listPaymentsWithin(account, new Date(start), new Date(end))) {
      const payment = pixPayment.safeParse(entry)
      if (payment.success) paymentsById.set(payment.data.endToEndId, payment.data)
      else {
        unreadCount += 1
        log.error(
          describeMalformedEntry(entry, payment.error),
          'alert: the bank tells of a Pix that cannot be read',
        )
      }
    }
  }
  return { payments: [...paymentsById.values()], unreadCount }
}

async function listPaymentsWithin(account: PixAccount, from: Date, to: Date): Promise<unknown[]> {
  const entries: unknown[] = []
  for (let page = 0; ; page += 1) {
    const answer = await account.request('/pix', pixPayments, {
      query: {
        inicio: formatTimestamp(from),
        fim: formatTimestamp(to),
        txIdPresente: 'true',
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(PAGE_SIZE),
      },
    })
    if (!answer) return entries
    entries.push(...(answer.pix ?? []))
    if (page + 1 >= answer.parametros.paginacao.quantidadeDePaginas) return entries
  }
}

/** Formats an instant as RFC 3339 in whole seconds because not all banks accept fractions. */
function formatTimestamp(instant: Date): string {
  return instant.toISOString().replace(/\.\d+Z$/, 'Z')
}

/**
 * Requests a refund. If the bank rejects the request, returns the refund that an earlier request created, if
 * any.
 */
async function requestRefund(account: PixAccount, endToEndId: string, id: string, value: Centavos) {
  const path = `/pix/${endToEndId}/devolucao/${id}`
  const requestedRefund = await account
    .request(path, pixRefund, { method: 'PUT', json: { valor: formatAmount(value) } })
    .catch(async (error) => {
      const knownRefund = error instanceof PixRefused ? await account.request(path, pixRefund) : undefined
      if (!knownRefund) throw error
      return knownRefund
    })
  if (!requestedRefund) throw new PixRefused('the bank does not know this Pix')
  if (requestedRefund.id !== id || requestedRefund.value !== value) throw new RemoteFault('malformed')
  return requestedRefund
}
