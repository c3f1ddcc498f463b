import { z } from 'zod'
import {
  type BoletoTerms,
  calculateBoletoTerms,
  defaultChargeRules,
  gatewayTerms,
  getLastAcceptanceDay,
} from '#app/domain/charges/boleto-terms.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import {
  type AccountOptions,
  type AsaasAccess,
  type AsaasAccount,
  AsaasRefused,
  makeAsaasAccount,
} from '#app/gateways/boleto-issuer/asaas-account.server.ts'
import {
  asaasLine,
  asaasPayments,
  asaasPix,
  matchesBoletoLine,
  matchesPixValue,
} from '#app/gateways/boleto-issuer/asaas-answers.ts'
import { findOrCreateCustomer } from '#app/gateways/boleto-issuer/asaas-customer.server.ts'
import {
  type AsaasPayment,
  asaasPayment,
  getChargedAmount,
  hasFixedLateCharge,
  isKnownStatus,
  isPaymentId,
  parseChargeState,
  parseChargeTerms,
  toReais,
  toRemoteBoleto,
  toTermFields,
} from '#app/gateways/boleto-issuer/asaas-payment.ts'
import {
  type BoletoDescription,
  type BoletoRequest,
  type GatewayIssuer,
  IssuerRefused,
  type RemoteBoleto,
} from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'

type PrintedFields = { agencyAndCode: string; wallet: string }
type Options = AccountOptions & { now?: () => Date }

/** Returns the issuer. Asaas v3 has no idempotency key, so charges are found by reference. */
export function makeAsaasIssuer(
  access: AsaasAccess,
  printedFields: PrintedFields,
  options: Options = {},
): GatewayIssuer {
  const account = makeAsaasAccount(access, options)
  const getToday = () => toCivilDate(options.now?.() ?? new Date())
  return {
    name: gatewayName,
    async issue({ rules, minimum = 0, ...boletoRequest }) {
      const request = {
        ...boletoRequest,
        terms: calculateBoletoTerms(rules ?? defaultChargeRules, boletoRequest, {
          supportedTerms: gatewayTerms,
          monthlyRateUse: 'always',
          minimum,
        }),
      }
      const existingPayment = await settleExistingCharges(account, request)
      const payment = existingPayment ?? (await createCharge(account, request))
      requireNoFixedLateCharge(payment)
      const boleto = await readBoleto(account, payment, request)
      const { acceptanceDays } = request.terms
      const terms = { ...boleto.terms, acceptanceDays }
      const payableUntil = getLastAcceptanceDay(terms, boleto.dueDate, { supportedTerms: gatewayTerms })
      return { ...printedFields, ...boleto, terms, payableUntil }
    },
    remote: {
      async find(reference) {
        const charges = await listCharges(account, reference)
        return charges.map((charge) => toRemoteBoleto(charge, getToday()))
      },
      async describe(externalId, boleto) {
        const payment = await findPayment(account, externalId)
        if (!payment) throw new RemoteFault('status-404')
        return { ...printedFields, ...(await readBoleto(account, payment, boleto)) }
      },
      read: (externalId) => readCharge(account, externalId, getToday()),
      cancel: (externalId) => cancelCharge(account, externalId),
    },
  }
}

type ChargeRequest = Omit<BoletoRequest, 'rules' | 'minimum'> & { terms: BoletoTerms }

/** Returns the paid, else the oldest matching charge of earlier attempts, if any. Cancels all other open charges. */
async function settleExistingCharges(
  account: AsaasAccount,
  request: ChargeRequest,
): Promise<AsaasPayment | undefined> {
  const charges = await listCharges(account, request.reference)
  const paidCharge = charges.findLast((charge) => parseChargeState(charge) === 'paid')
  if (paidCharge && getChargedAmount(paidCharge) !== request.value)
    throw new IssuerRefused('paid with another value')
  const openCharges = charges.filter((charge) => parseChargeState(charge) === 'open')
  const chosenCharge = paidCharge ?? openCharges.findLast((charge) => matchesRequest(charge, request))
  for (const charge of openCharges) if (charge !== chosenCharge) await cancelDuplicate(account, charge.id)
  return chosenCharge
}

/** Returns the charges with this reference, newest first. */
async function listCharges(account: AsaasAccount, reference: string): Promise<AsaasPayment[]> {
  const chargeQuery = new URLSearchParams({ externalReference: reference, limit: '20' })
  const page = await account.request(`/payments?${chargeQuery}`, asaasPayments)
  if (!page) throw new RemoteFault('status-404')
  return page.data.filter((charge) => charge.externalReference === reference)
}

/**
 * Throws RemoteFault if the duplicate was paid meanwhile. The retry reads all charges again and uses the paid charge.
 */
async function cancelDuplicate(account: AsaasAccount, externalId: string): Promise<void> {
  await cancelCharge(account, externalId).catch((error) => {
    throw isPaidMeanwhile(error) ? new RemoteFault('paid-meanwhile') : error
  })
}

/** Returns whether a charge has the requested terms. Terms that the account adds by default are accepted. */
function matchesRequest(payment: AsaasPayment, { value, dueDate, terms }: ChargeRequest): boolean {
  const { finePercent, interestPercent, discountValue, discountUntil } = parseChargeTerms(payment)
  return (
    getChargedAmount(payment) === value &&
    payment.dueDate === dueDate &&
    [0, finePercent].includes(terms.finePercent) &&
    [0, interestPercent].includes(terms.interestPercent) &&
    [0, discountValue].includes(terms.discountValue) &&
    [null, discountUntil].includes(terms.discountUntil)
  )
}

/** Throws IssuerRefused if an unpaid charge has a fixed fine or interest, because the shop prints percentages. */
function requireNoFixedLateCharge(payment: AsaasPayment): void {
  if (parseChargeState(payment) === 'open' && hasFixedLateCharge(payment))
    throw new IssuerRefused('the gateway adds a fixed fine')
}

async function createCharge(account: AsaasAccount, request: ChargeRequest): Promise<AsaasPayment> {
  const customer = await findOrCreateCustomer(account, request.payer)
  const json = {
    customer,
    billingType: 'BOLETO',
    value: toReais(request.value),
    dueDate: request.dueDate,
    description: `Pedido ${request.orderId}`,
    externalReference: request.reference,
    postalService: false,
    ...toTermFields(request),
  }
  const payment = await account.request('/payments', asaasPayment, { method: 'POST', json })
  if (payment) requireNoFixedLateCharge(payment)
  if (!payment || !matchesRequest(payment, request)) throw new RemoteFault('malformed')
  // A concurrent request may also have created a charge. Both requests then use the same charge.
  return (await settleExistingCharges(account, request)) ?? payment
}

async function readBoleto(
  account: AsaasAccount,
  payment: AsaasPayment,
  { reference, orderId, ordinal, documentDate }: BoletoDescription,
): Promise<Omit<IssuedBoleto, keyof PrintedFields>> {
  const { id, dueDate } = payment
  const value = getChargedAmount(payment)
  const numbers = await account.request(`/payments/${id}/identificationField`, asaasLine)
  if (!numbers || !matchesBoletoLine(numbers, { value, dueDate, documentDate }))
    throw new RemoteFault('malformed')
  return {
    issuer: gatewayName,
    reference,
    ordinal,
    state: 'registered',
    externalId: id,
    pixPayload: await readPix(account, id, value),
    bank: numbers.barCode.slice(0, 3),
    numberRange: null,
    ourNumber: numbers.nossoNumero,
    ourNumberPrinted: numbers.nossoNumero,
    documentNumber: String(orderId),
    documentDate,
    dueDate,
    value,
    barcode: numbers.barCode,
    line: numbers.identificationField,
    terms: parseChargeTerms(payment),
    payableUntil: null,
  }
}

/** Returns the Pix code of the boleto; null if the gateway has none, or one that does not pay this amount. */
async function readPix(account: AsaasAccount, id: string, value: Centavos): Promise<string | null> {
  const answer = await account.request(`/payments/${id}/pixQrCode`, asaasPix).catch((error) => {
    if (!(error instanceof AsaasRefused) || error.codes.length === 0) throw error
    log.warn({ externalId: id, codes: error.codes }, 'gateway: no Pix for this boleto')
    return undefined
  })
  const payload = answer?.payload?.trim()
  if (!payload) return null
  if (matchesPixValue(payload, value)) return payload
  log.warn({ externalId: id }, 'gateway: Pix code not usable')
  return null
}

async function readCharge(
  account: AsaasAccount,
  externalId: string,
  today: CivilDate,
): Promise<RemoteBoleto | undefined> {
  const payment = await findPayment(account, externalId)
  return payment && toRemoteBoleto(payment, today)
}

async function findPayment(account: AsaasAccount, externalId: string): Promise<AsaasPayment | undefined> {
  if (!isPaymentId(externalId)) return undefined
  const payment = await account.request(`/payments/${externalId}`, asaasPayment)
  if (payment && payment.id !== externalId) throw new RemoteFault('malformed')
  if (payment && !isKnownStatus(payment.status))
    log.warn({ externalId, status: payment.status.slice(0, 40) }, 'gateway: status not known')
  return payment
}

/** Cancels the charge. Accepts a cancelled or missing charge. Throws IssuerRefused('paid') if it was paid meanwhile. */
async function cancelCharge(account: AsaasAccount, externalId: string): Promise<void> {
  try {
    await deleteCharge(account, externalId)
  } catch (error) {
    if (!(error instanceof AsaasRefused) || error.codes.length === 0) throw error
    const payment = await findPayment(account, externalId)
    const state = payment && parseChargeState(payment)
    if (state === undefined || state === 'cancelled') return
    throw state === 'open' ? error : new IssuerRefused('paid')
  }
}

function isPaidMeanwhile(error: unknown): boolean {
  return error instanceof IssuerRefused && error.message === 'paid'
}

async function deleteCharge(account: AsaasAccount, externalId: string): Promise<void> {
  if (!isPaymentId(externalId)) throw new RangeError('not the id of a charge')
  await account.request(`/payments/${externalId}`, z.object({ deleted: z.literal(true) }), {
    method: 'DELETE',
  })
}
