import { isDeepStrictEqual } from 'node:util'
import { isValidCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf } from '#app/domain/accounts/cpf.ts'
import { buildBarcode, convertBarcodeToLine } from '#app/domain/charges/boleto.ts'
import { buildDynamicPix } from '#app/domain/charges/pix.ts'
import { isCivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { type ReceivedRequest, type Reply, startFakeServer } from './fake-server.ts'

export const asaasKey = '$aact_hmlg_only-for-tests'
const webhookToken = 'token-of-the-notices-only-for-tests'

type Fields = Record<string, unknown>
export type FakePayment = ReturnType<typeof makePayment>
export type FakeCustomer = ReturnType<typeof makeCustomer>
export type PaymentEvent =
  | 'PAYMENT_CREATED'
  | 'PAYMENT_CONFIRMED'
  | 'PAYMENT_RECEIVED'
  | 'PAYMENT_OVERDUE'
  | 'PAYMENT_DELETED'
  | 'PAYMENT_REFUNDED'
  | 'PAYMENT_PARTIALLY_REFUNDED'
  | 'PAYMENT_REFUND_IN_PROGRESS'
  | 'PAYMENT_REFUND_DENIED'
  | 'PAYMENT_RECEIVED_IN_CASH_UNDONE'
  | 'PAYMENT_RESTORED'
  | 'PAYMENT_CHARGEBACK_REQUESTED'
/** A refund, which has no id in Asaas' reference. */
export type FakeRefund = {
  dateCreated: string
  status: 'PENDING' | 'CANCELLED' | 'DONE'
  value: number
  endToEndIdentifier: string | null
  description: string | null
  effectiveDate: string | null
  transactionReceiptUrl: string | null
  refundedSplits: null
}
export type WebhookEvent = { id: string; event: string; dateCreated: string; payment: Fields }

type PaymentDetails = {
  /** Boletos are CONFIRMED before they are RECEIVED; staff set RECEIVED_IN_CASH by hand. */
  status?: 'RECEIVED' | 'CONFIRMED' | 'RECEIVED_IN_CASH'
  /** true for a payment by the boleto's Pix code */
  byPix?: boolean
  /** in reais; by default the charge's value */
  value?: number
  paidOn?: string
  creditedOn?: string
}

/** Starts a fake of Asaas v3. Tests change `state`; `server.fail` makes single requests fail. */
export async function startFakeAsaas() {
  const customers: FakeCustomer[] = []
  const payments: FakePayment[] = []
  const webhook = { url: '', token: webhookToken }
  const state = {
    today: toCivilDate(new Date()),
    /** The key that is accepted. Another value makes the shop's key wrong. */
    key: asaasKey,
    hasPixKey: true,
    minimumReais: 5,
    /** Fine, interest or discount that the account adds to all charges. */
    addedByAccount: {} as Fields,
    /** Changes the boleto lines that are returned. */
    line: (digits: string) => digits,
    /** Changes the Pix codes that are returned. */
    pix: (payload: string) => payload,
    /** Runs before a charge is created, so that a test can act in between. */
    beforeCreate: () => {},
    /** Runs before a charge is deleted, so that a test can pay the charge first. */
    beforeDelete: () => {},
    /** Returns false if Asaas withholds a charge's numbers in this status. */
    returnsLine: (_status: string) => true,
    /** The message that rejects all deletions; '' allows them. */
    deletionRefusal: '',
  }
  let webhookEventCount = 0

  const server = await startFakeServer((request) => rejectUnknown(request) ?? routeRequest(request))

  function rejectUnknown({ method, headers, body }: ReceivedRequest): Reply | undefined {
    if (headers.access_token !== state.key)
      return makeRefusal('invalid_access_token', 'A chave de API fornecida é inválida', 401)
    if (!headers['user-agent'] || headers['user-agent'] === 'node')
      return makeRefusal('invalid_user_agent', 'O header User-Agent é obrigatório.')
    return method === 'GET' && body !== '' ? { status: 403, type: 'text/html', body: 'Forbidden' } : undefined
  }

  function routeRequest({ method, path, body }: ReceivedRequest): Reply {
    const { pathname, searchParams } = new URL(path, 'http://asaas')
    const [, kind, id, subresource] = /^\/(customers|payments)(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathname) ?? []
    const endpoint = `${method} ${kind}${id ? '/id' : ''}${subresource ? `/${subresource}` : ''}`
    if (endpoint === 'GET customers')
      return replyWithList(
        customers.filter((customer) =>
          matchesQuery(customer, searchParams, ['cpfCnpj', 'externalReference']),
        ),
        searchParams,
      )
    if (endpoint === 'POST customers') return createCustomer(JSON.parse(body))
    if (endpoint === 'GET payments')
      return replyWithList(
        payments.filter(
          (payment) =>
            !payment.deleted && matchesQuery(payment, searchParams, ['externalReference', 'customer']),
        ),
        searchParams,
      )
    if (endpoint === 'POST payments') return createPayment(JSON.parse(body))
    const customer = customers.find((customer) => customer.id === id)
    if (endpoint === 'GET customers/id' && customer) return { body: customer }
    const payment = payments.find((payment) => payment.id === id)
    if (!payment) return { status: 404, body: '' }
    if (endpoint === 'GET payments/id') return { body: payment }
    if (endpoint === 'DELETE payments/id') return deletePayment(payment)
    if (endpoint === 'GET payments/id/identificationField') return replyWithLine(payment)
    if (endpoint === 'GET payments/id/pixQrCode') return replyWithPix(payment)
    return { status: 404, body: '' }
  }

  function createCustomer(fields: Fields): Reply {
    const document = String(fields.cpfCnpj ?? '')
    if (!fields.name) return makeRefusal('invalid_name', 'O campo nome deve ser informado.')
    if (!isValidCpf(document) && !isValidCnpj(document))
      return makeRefusal('invalid_object', 'O CPF/CNPJ informado é inválido.')
    const phoneWithoutNine = String(fields.mobilePhone ?? '').replace(/^(\d{2})9/, '$1')
    const repeatsOneDigit = /^\d{2}(\d)\1+$/.test(phoneWithoutNine)
    if (repeatsOneDigit) return makeRefusal('invalid_mobilePhone', 'O celular informado é inválido.')
    const customer = makeCustomer(customers.length + 1, state.today, fields)
    customers.unshift(customer)
    return { body: customer }
  }

  function createPayment(fields: Fields): Reply {
    if (!customers.some(({ id }) => id === fields.customer))
      return makeRefusal('invalid_customer', 'Customer inválido ou não informado.')
    const { value, dueDate } = fields
    if (typeof value !== 'number' || value <= 0 || roundToCents(value) !== value)
      return makeRefusal('invalid_value', 'O valor da cobrança deve ser informado.')
    const discount = Number(toFields(fields.discount).value ?? 0)
    if (value - discount < state.minimumReais)
      return makeRefusal(
        'invalid_value',
        `O valor da cobrança (R$ ${formatReais(value)}) menos o valor do desconto (R$ ${formatReais(discount)}) não pode ser menor que R$ ${formatReais(state.minimumReais)}.`,
      )
    if (typeof dueDate !== 'string' || !isCivilDate(dueDate) || dueDate < state.today)
      return makeRefusal('invalid_dueDate', 'Não é permitido data de vencimento inferior a hoje.')
    state.beforeCreate()
    const payment = makePayment(payments.length + 1, state.today, {
      ...fields,
      ...state.addedByAccount,
      value,
      dueDate,
    })
    payments.unshift(payment)
    return { body: payment }
  }

  function deletePayment(payment: FakePayment): Reply {
    state.beforeDelete()
    if (state.deletionRefusal) return makeRefusal('invalid_action', state.deletionRefusal)
    if (payment.deleted) return makeRefusal('invalid_action', 'Esta cobrança já foi removida.')
    if (!['PENDING', 'OVERDUE'].includes(payment.status))
      return makeRefusal('invalid_action', 'Só é possível remover cobranças pendentes ou vencidas.')
    payment.deleted = true
    return { body: { deleted: true, id: payment.id } }
  }

  function replyWithLine(payment: FakePayment): Reply {
    if (state.returnsLine(payment.status)) return { body: describeLine(payment) }
    return makeRefusal('invalid_action', 'A linha digitável desta cobrança não está mais disponível.')
  }

  function describeLine(payment: FakePayment) {
    const barCode = makeBarcode(payment)
    return {
      identificationField: state.line(convertBarcodeToLine(barCode)),
      nossoNumero: payment.nossoNumero,
      barCode,
    }
  }

  function replyWithPix({ id, description }: FakePayment): Reply {
    if (!state.hasPixKey)
      return makeRefusal('invalid_action', 'Você precisa de uma chave Pix cadastrada para gerar o QR Code.')
    const payload = buildDynamicPix({
      url: `pix.asaas.example/qr/cobv/${id}`,
      merchantName: 'Aeropub',
      merchantCity: 'Botucatu',
    })
    return { body: { encodedImage: 'iVBORw0KGgo=', payload: state.pix(payload), description } }
  }

  function findPayment(id: string): FakePayment {
    const payment = payments.find((payment) => payment.id === id)
    if (!payment) throw new Error(`no charge ${id}`)
    return payment
  }

  /** Returns an event with the charge's present state. Each call creates a new event. */
  function makeWebhookEvent(event: PaymentEvent | string, id: string): WebhookEvent {
    webhookEventCount += 1
    const dateCreated = `${state.today} 16:45:03`
    return { id: `evt_${webhookEventCount}&${id}`, event, dateCreated, payment: { ...findPayment(id) } }
  }

  /** Delivers an event, or a text as the body, and returns the status. Without a token, omits its header. */
  async function deliverEvent(
    event: WebhookEvent | string,
    token: string | null = webhook.token,
  ): Promise<number> {
    const headers = { 'Content-Type': 'application/json', ...(token && { 'asaas-access-token': token }) }
    const body = typeof event === 'string' ? event : JSON.stringify(event)
    const response = await fetch(webhook.url, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }

  function addRefund(payment: FakePayment, refund: Partial<FakeRefund> & { value: number }): void {
    const isDone = (refund.status ?? 'DONE') === 'DONE'
    payment.refunds = [
      ...(payment.refunds ?? []),
      {
        dateCreated: `${state.today} 18:31:2${payment.refunds?.length ?? 0}`,
        status: 'DONE',
        endToEndIdentifier: payment.billingType === 'PIX' && isDone ? `D${payment.id}` : null,
        description: null,
        effectiveDate: isDone ? `${state.today} 18:31:25` : null,
        // The receipt of the charge is the same for all of its refunds.
        transactionReceiptUrl: isDone ? `https://www.asaas.example/comprovantes/${payment.id}` : null,
        refundedSplits: null,
        ...refund,
      },
    ]
  }

  async function deliverPaymentEvent(event: PaymentEvent, id: string): Promise<WebhookEvent> {
    const webhookEvent = makeWebhookEvent(event, id)
    if (webhook.url) await deliverEvent(webhookEvent)
    return webhookEvent
  }

  return {
    ...server,
    customers,
    payments,
    state,
    /** An empty `url` stops deliveries. */
    webhook,
    environment: { ASAAS_URL: server.url, ASAAS_API_KEY: asaasKey, ASAAS_WEBHOOK_TOKEN: webhookToken },
    /** Returns the charges of all boletos of an order, except deleted ones. */
    listChargesOfOrder: (orderId: number) =>
      payments.filter(
        (payment) => payment.externalReference?.startsWith(`pedido-${orderId}-`) && !payment.deleted,
      ),
    /** Returns the charges with this reference, except deleted ones. */
    listCharges: (reference: string) =>
      payments.filter((payment) => payment.externalReference === reference && !payment.deleted),
    makeWebhookEvent,
    deliverEvent,
    /** Pays a charge. Delivers and returns the webhook event. */
    async pay(
      id: string,
      { status = 'RECEIVED', byPix = false, value, paidOn, creditedOn }: PaymentDetails = {},
    ): Promise<WebhookEvent> {
      const payment = findPayment(id)
      payment.status = status
      if (byPix) {
        payment.billingType = 'PIX'
        payment.pixTransaction = `pix-${id}`
      }
      payment.clientPaymentDate = paidOn ?? state.today
      payment.confirmedDate = paidOn ?? state.today
      if (status !== 'CONFIRMED') payment.paymentDate = paidOn ?? state.today
      if (status === 'RECEIVED') payment.creditDate = creditedOn ?? paidOn ?? state.today
      if (value !== undefined && value !== payment.value) {
        payment.originalValue = payment.value
        payment.interestValue = value > payment.value ? roundToCents(value - payment.value) : null
        payment.value = value
        payment.netValue = calculateNetValue(value)
      }
      return deliverPaymentEvent(status === 'CONFIRMED' ? 'PAYMENT_CONFIRMED' : 'PAYMENT_RECEIVED', id)
    },
    overdue(id: string): Promise<WebhookEvent> {
      findPayment(id).status = 'OVERDUE'
      return deliverPaymentEvent('PAYMENT_OVERDUE', id)
    },
    /** Deletes a charge, as in Asaas' own pages. */
    deleteInGateway(id: string): Promise<WebhookEvent> {
      findPayment(id).deleted = true
      return deliverPaymentEvent('PAYMENT_DELETED', id)
    },
    /** Refunds the part of the charge that was not refunded yet. */
    refund(id: string): Promise<WebhookEvent> {
      const payment = findPayment(id)
      let remainder = payment.value
      for (const { status, value } of payment.refunds ?? []) if (status === 'DONE') remainder -= value
      addRefund(payment, { value: roundToCents(remainder) })
      payment.status = 'REFUNDED'
      return deliverPaymentEvent('PAYMENT_REFUNDED', id)
    },
    /** Refunds a part. The charge stays received. */
    refundPart(id: string, refund: Partial<FakeRefund> & { value: number }): Promise<WebhookEvent> {
      addRefund(findPayment(id), refund)
      return deliverPaymentEvent('PAYMENT_PARTIALLY_REFUNDED', id)
    },
    /** Starts a refund that is not completed yet. */
    requestRefund(id: string): Promise<WebhookEvent> {
      const payment = findPayment(id)
      addRefund(payment, { value: payment.value, status: 'PENDING' })
      payment.status = 'REFUND_IN_PROGRESS'
      return deliverPaymentEvent('PAYMENT_REFUND_IN_PROGRESS', id)
    },
    denyRefund(id: string): Promise<WebhookEvent> {
      const payment = findPayment(id)
      for (const refund of payment.refunds ?? []) if (refund.status === 'PENDING') refund.status = 'CANCELLED'
      payment.status = 'RECEIVED'
      return deliverPaymentEvent('PAYMENT_REFUND_DENIED', id)
    },
    /** Reverts the status RECEIVED_IN_CASH that staff set. */
    undoCashReceipt(id: string): Promise<WebhookEvent> {
      const payment = findPayment(id)
      Object.assign(payment, {
        status: 'PENDING',
        clientPaymentDate: null,
        confirmedDate: null,
        paymentDate: null,
      })
      return deliverPaymentEvent('PAYMENT_RECEIVED_IN_CASH_UNDONE', id)
    },
    restore(id: string): Promise<WebhookEvent> {
      findPayment(id).deleted = false
      return deliverPaymentEvent('PAYMENT_RESTORED', id)
    },
    chargeBack(id: string): Promise<WebhookEvent> {
      findPayment(id).status = 'CHARGEBACK_REQUESTED'
      return deliverPaymentEvent('PAYMENT_CHARGEBACK_REQUESTED', id)
    },
    listRequests: (method: string, path: RegExp) =>
      server.requests.filter((request) => request.method === method && path.test(request.path)),
    reset() {
      server.reset()
      customers.length = 0
      payments.length = 0
      webhook.url = ''
      Object.assign(state, {
        today: toCivilDate(new Date()),
        key: asaasKey,
        hasPixKey: true,
        minimumReais: 5,
        addedByAccount: {},
        line: (digits: string) => digits,
        pix: (payload: string) => payload,
        beforeCreate: () => {},
        beforeDelete: () => {},
        returnsLine: () => true,
        deletionRefusal: '',
      })
    },
  }
}

export type FakeAsaas = Awaited<ReturnType<typeof startFakeAsaas>>

function makeRefusal(code: string, description: string, status = 400): Reply {
  return { status, body: { errors: [{ code, description }] } }
}

function replyWithList(records: Fields[], query: URLSearchParams): Reply {
  const limit = Math.min(Number(query.get('limit') ?? 10), 100)
  const offset = Number(query.get('offset') ?? 0)
  const data = records.slice(offset, offset + limit)
  const hasMore = records.length > offset + limit
  return { body: { object: 'list', hasMore, totalCount: records.length, limit, offset, data } }
}

/** Returns true if the record has the values of the query for all of the names that the query contains. */
function matchesQuery(record: Fields, query: URLSearchParams, names: string[]): boolean {
  return names.every((name) => !query.has(name) || isDeepStrictEqual(record[name], query.get(name)))
}

function makeCustomer(number: number, dateCreated: string, fields: Fields) {
  const getText = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  return {
    object: 'customer',
    id: `cus_${String(number).padStart(12, '0')}`,
    dateCreated,
    name: getText('name'),
    email: getText('email'),
    phone: getText('phone'),
    mobilePhone: getText('mobilePhone'),
    address: getText('address'),
    addressNumber: getText('addressNumber'),
    complement: getText('complement'),
    province: getText('province'),
    postalCode: getText('postalCode'),
    cpfCnpj: getText('cpfCnpj'),
    personType: String(fields.cpfCnpj).length === 11 ? 'FISICA' : 'JURIDICA',
    deleted: false,
    externalReference: getText('externalReference'),
    notificationDisabled: fields.notificationDisabled === true,
    country: 'Brasil',
  }
}

function makePayment(
  number: number,
  dateCreated: string,
  fields: Fields & { value: number; dueDate: string },
) {
  // Typed, because a plain null would have a type to which later values cannot be assigned.
  const empty: {
    day: string | null
    amount: number | null
    text: string | null
    refunds: FakeRefund[] | null
  } = { day: null, amount: null, text: null, refunds: null }
  const id = `pay_${String(number).padStart(16, '0')}`
  return {
    object: 'payment',
    id,
    dateCreated,
    customer: String(fields.customer),
    value: fields.value,
    netValue: calculateNetValue(fields.value),
    originalValue: empty.amount,
    interestValue: empty.amount,
    description: String(fields.description ?? ''),
    billingType: String(fields.billingType),
    canBePaidAfterDueDate: true,
    pixTransaction: empty.text,
    status: 'PENDING',
    dueDate: fields.dueDate,
    originalDueDate: fields.dueDate,
    paymentDate: empty.day,
    clientPaymentDate: empty.day,
    confirmedDate: empty.day,
    invoiceNumber: String(number).padStart(8, '0'),
    externalReference: String(fields.externalReference ?? ''),
    deleted: false,
    creditDate: empty.day,
    fine: { value: 0, type: 'FIXED', ...toFields(fields.fine) },
    interest: { value: 0, type: 'PERCENTAGE', ...toFields(fields.interest) },
    discount: { value: 0, limitDate: null, dueDateLimitDays: 0, type: 'FIXED', ...toFields(fields.discount) },
    nossoNumero: String(12_745_000 + number),
    postalService: false,
    refunds: empty.refunds,
  }
}

/** Returns the value without Asaas' fee of R$ 1,99. */
function calculateNetValue(value: number): number {
  return roundToCents(value - 1.99)
}

/** Rounds an amount in reais to whole centavos. */
function roundToCents(reais: number): number {
  return Math.round(reais * 100) / 100
}

function formatReais(value: number): string {
  return value.toFixed(2).replace('.', ',')
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function makeBarcode({ value, originalValue, dueDate, nossoNumero }: FakePayment): string {
  const freeField = nossoNumero.padStart(25, '0')
  return buildBarcode({
    bank: '461',
    dueDate,
    valueCents: Math.round((originalValue ?? value) * 100),
    freeField,
  })
}
