import { isDeepStrictEqual } from 'node:util'
import { isValidCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf } from '#app/domain/accounts/cpf.ts'
import { buildBarcode, convertBarcodeToLine } from '#app/domain/charges/boleto.ts'
import { buildDynamicPix } from '#app/domain/charges/pix.ts'
import { isCivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { type Received, type Reply, startFakeServer } from './fake-server.ts'

export const asaasKey = '$aact_hmlg_only-for-tests'
export const asaasToken = 'token-of-the-notices-only-for-tests'

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

type Paid = {
  /** Boletos are CONFIRMED before they are RECEIVED; staff set RECEIVED_IN_CASH by hand. */
  how?: 'RECEIVED' | 'CONFIRMED' | 'RECEIVED_IN_CASH'
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
  const webhook = { url: '', token: asaasToken }
  const state = {
    today: toCivilDate(new Date()),
    /** Another value makes the shop's key wrong. */
    key: asaasKey,
    hasPixKey: true,
    /** In reais. */
    minimum: 5,
    /** Fine, interest or discount that the account adds to all charges. */
    addedByAccount: {} as Fields,
    /** Changes the line that is returned for all charges. */
    line: (digits: string) => digits,
    pix: (payload: string) => payload,
    /** Runs before a charge is created, for races. */
    beforeCreate: () => {},
    /** Runs before a charge is deleted, which may be paid first. */
    beforeDelete: () => {},
    /** Returns false if Asaas withholds a charge's numbers in this status. */
    returnsLine: (_status: string) => true,
    /** The message with which all deletions are rejected. */
    keeps: '',
  }
  let webhookEvents = 0

  const server = await startFakeServer((request) => rejectUnknown(request) ?? routeRequest(request))

  function rejectUnknown({ method, headers, body }: Received): Reply | undefined {
    if (headers.access_token !== state.key)
      return makeRefusal('invalid_access_token', 'A chave de API fornecida é inválida', 401)
    if (!headers['user-agent'] || headers['user-agent'] === 'node')
      return makeRefusal('invalid_user_agent', 'O header User-Agent é obrigatório.')
    return method === 'GET' && body !== '' ? { status: 403, type: 'text/html', body: 'Forbidden' } : undefined
  }

  function routeRequest({ method, path, body }: Received): Reply {
    const { pathname, searchParams } = new URL(path, 'http://asaas')
    const [, kind, id, part] = /^\/(customers|payments)(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathname) ?? []
    const asked = `${method} ${kind}${id ? '/id' : ''}${part ? `/${part}` : ''}`
    if (asked === 'GET customers')
      return list(
        customers.filter((each) => fitsFields(each, searchParams, ['cpfCnpj', 'externalReference'])),
        searchParams,
      )
    if (asked === 'POST customers') return createCustomer(JSON.parse(body))
    if (asked === 'GET payments')
      return list(
        payments.filter(
          (each) => !each.deleted && fitsFields(each, searchParams, ['externalReference', 'customer']),
        ),
        searchParams,
      )
    if (asked === 'POST payments') return createPayment(JSON.parse(body))
    const customer = customers.find((each) => each.id === id)
    if (asked === 'GET customers/id' && customer) return { body: customer }
    const payment = payments.find((each) => each.id === id)
    if (!payment) return { status: 404, body: '' }
    if (asked === 'GET payments/id') return { body: payment }
    if (asked === 'DELETE payments/id') return remove(payment)
    if (asked === 'GET payments/id/identificationField') return replyWithLine(payment)
    if (asked === 'GET payments/id/pixQrCode') return makePix(payment)
    return { status: 404, body: '' }
  }

  function createCustomer(given: Fields): Reply {
    const document = String(given.cpfCnpj ?? '')
    if (!given.name) return makeRefusal('invalid_name', 'O campo nome deve ser informado.')
    if (!isValidCpf(document) && !isValidCnpj(document))
      return makeRefusal('invalid_object', 'O CPF/CNPJ informado é inválido.')
    if (/^\d{2}(\d)\1+$/.test(String(given.mobilePhone ?? '').replace(/^(\d{2})9/, '$1')))
      return makeRefusal('invalid_mobilePhone', 'O celular informado é inválido.')
    const customer = makeCustomer(customers.length + 1, state.today, given)
    customers.unshift(customer)
    return { body: customer }
  }

  function createPayment(given: Fields): Reply {
    if (!customers.some(({ id }) => id === given.customer))
      return makeRefusal('invalid_customer', 'Customer inválido ou não informado.')
    const { value, dueDate } = given
    if (typeof value !== 'number' || value <= 0 || Math.round(value * 100) / 100 !== value)
      return makeRefusal('invalid_value', 'O valor da cobrança deve ser informado.')
    const discount = Number(toFields(given.discount).value ?? 0)
    if (value - discount < state.minimum)
      return makeRefusal(
        'invalid_value',
        `O valor da cobrança (R$ ${formatReais(value)}) menos o valor do desconto (R$ ${formatReais(discount)}) não pode ser menor que R$ ${formatReais(state.minimum)}.`,
      )
    if (typeof dueDate !== 'string' || !isCivilDate(dueDate) || dueDate < state.today)
      return makeRefusal('invalid_dueDate', 'Não é permitido data de vencimento inferior a hoje.')
    state.beforeCreate()
    const payment = makePayment(payments.length + 1, state.today, {
      ...given,
      ...state.addedByAccount,
      value,
      dueDate,
    })
    payments.unshift(payment)
    return { body: payment }
  }

  function remove(payment: FakePayment): Reply {
    state.beforeDelete()
    if (state.keeps) return makeRefusal('invalid_action', state.keeps)
    if (payment.deleted) return makeRefusal('invalid_action', 'Esta cobrança já foi removida.')
    if (!['PENDING', 'OVERDUE'].includes(payment.status))
      return makeRefusal('invalid_action', 'Só é possível remover cobranças pendentes ou vencidas.')
    payment.deleted = true
    return { body: { deleted: true, id: payment.id } }
  }

  function replyWithLine(payment: FakePayment): Reply {
    if (state.returnsLine(payment.status)) return { body: toLine(payment) }
    return makeRefusal('invalid_action', 'A linha digitável desta cobrança não está mais disponível.')
  }

  function toLine(payment: FakePayment) {
    const barCode = makeBarcode(payment)
    return {
      identificationField: state.line(convertBarcodeToLine(barCode)),
      nossoNumero: payment.nossoNumero,
      barCode,
    }
  }

  function makePix({ id, description }: FakePayment): Reply {
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
    const payment = payments.find((each) => each.id === id)
    if (!payment) throw new Error(`no charge ${id}`)
    return payment
  }

  /** Returns an event with the charge's present state. Each call creates a new event. */
  function makeWebhookEvent(event: PaymentEvent | string, id: string): WebhookEvent {
    webhookEvents += 1
    const dateCreated = `${state.today} 16:45:03`
    return { id: `evt_${webhookEvents}&${id}`, event, dateCreated, payment: { ...findPayment(id) } }
  }

  /** Delivers an event and returns the status. */
  async function post(sent: WebhookEvent | string, token: string | null = webhook.token): Promise<number> {
    const headers = { 'Content-Type': 'application/json', ...(token && { 'asaas-access-token': token }) }
    const body = typeof sent === 'string' ? sent : JSON.stringify(sent)
    const response = await fetch(webhook.url, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }

  function addRefund(payment: FakePayment, given: Partial<FakeRefund> & { value: number }): void {
    const isDone = (given.status ?? 'DONE') === 'DONE'
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
        ...given,
      },
    ]
  }

  async function deliver(event: PaymentEvent, id: string): Promise<WebhookEvent> {
    const made = makeWebhookEvent(event, id)
    if (webhook.url) await post(made)
    return made
  }

  return {
    ...server,
    customers,
    payments,
    state,
    /** An empty `url` stops deliveries. */
    webhook,
    environment: { ASAAS_URL: server.url, ASAAS_API_KEY: asaasKey, ASAAS_WEBHOOK_TOKEN: asaasToken },
    /** Returns charges of all boletos of an order, except deleted ones. */
    liveOf: (orderId: number) =>
      payments.filter((each) => each.externalReference?.startsWith(`pedido-${orderId}-`) && !each.deleted),
    /** Returns charges of a reference, except deleted ones. */
    live: (reference: string) =>
      payments.filter((each) => each.externalReference === reference && !each.deleted),
    webhookEvent: makeWebhookEvent,
    post,
    /** Pays a charge. Delivers and returns the webhook event. */
    async pay(
      id: string,
      { how = 'RECEIVED', byPix = false, value, paidOn, creditedOn }: Paid = {},
    ): Promise<WebhookEvent> {
      const payment = findPayment(id)
      payment.status = how
      if (byPix) {
        payment.billingType = 'PIX'
        payment.pixTransaction = `pix-${id}`
      }
      payment.clientPaymentDate = paidOn ?? state.today
      payment.confirmedDate = paidOn ?? state.today
      if (how !== 'CONFIRMED') payment.paymentDate = paidOn ?? state.today
      if (how === 'RECEIVED') payment.creditDate = creditedOn ?? paidOn ?? state.today
      if (value !== undefined && value !== payment.value) {
        payment.originalValue = payment.value
        payment.interestValue = value > payment.value ? Math.round((value - payment.value) * 100) / 100 : null
        payment.value = value
        payment.netValue = computeNet(value)
      }
      return deliver(how === 'CONFIRMED' ? 'PAYMENT_CONFIRMED' : 'PAYMENT_RECEIVED', id)
    },
    overdue(id: string): Promise<WebhookEvent> {
      findPayment(id).status = 'OVERDUE'
      return deliver('PAYMENT_OVERDUE', id)
    },
    /** Deletes a charge, as in Asaas' own pages. */
    deleteThere(id: string): Promise<WebhookEvent> {
      findPayment(id).deleted = true
      return deliver('PAYMENT_DELETED', id)
    },
    /** Refunds the rest of the charge. */
    refund(id: string): Promise<WebhookEvent> {
      const payment = findPayment(id)
      const before = (payment.refunds ?? []).filter(({ status }) => status === 'DONE')
      const left = before.reduce(
        (rest, { value }) => rest - Math.round(value * 100),
        Math.round(payment.value * 100),
      )
      addRefund(payment, { value: left / 100 })
      payment.status = 'REFUNDED'
      return deliver('PAYMENT_REFUNDED', id)
    },
    /** Refunds a part. The charge stays received. */
    refundPart(id: string, refund: Partial<FakeRefund> & { value: number }): Promise<WebhookEvent> {
      addRefund(findPayment(id), refund)
      return deliver('PAYMENT_PARTIALLY_REFUNDED', id)
    },
    /** Starts a refund that is not completed yet. */
    askRefund(id: string): Promise<WebhookEvent> {
      const payment = findPayment(id)
      addRefund(payment, { value: payment.value, status: 'PENDING' })
      payment.status = 'REFUND_IN_PROGRESS'
      return deliver('PAYMENT_REFUND_IN_PROGRESS', id)
    },
    denyRefund(id: string): Promise<WebhookEvent> {
      const payment = findPayment(id)
      for (const refund of payment.refunds ?? []) if (refund.status === 'PENDING') refund.status = 'CANCELLED'
      payment.status = 'RECEIVED'
      return deliver('PAYMENT_REFUND_DENIED', id)
    },
    /** Reverts that the money was received in cash. */
    undoCash(id: string): Promise<WebhookEvent> {
      const payment = findPayment(id)
      Object.assign(payment, {
        status: 'PENDING',
        clientPaymentDate: null,
        confirmedDate: null,
        paymentDate: null,
      })
      return deliver('PAYMENT_RECEIVED_IN_CASH_UNDONE', id)
    },
    restore(id: string): Promise<WebhookEvent> {
      findPayment(id).deleted = false
      return deliver('PAYMENT_RESTORED', id)
    },
    chargeBack(id: string): Promise<WebhookEvent> {
      findPayment(id).status = 'CHARGEBACK_REQUESTED'
      return deliver('PAYMENT_CHARGEBACK_REQUESTED', id)
    },
    asked: (method: string, path: RegExp) =>
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
        minimum: 5,
        addedByAccount: {},
        line: (digits: string) => digits,
        pix: (payload: string) => payload,
        beforeCreate: () => {},
        beforeDelete: () => {},
        returnsLine: () => true,
        keeps: '',
      })
    },
  }
}

export type FakeAsaas = Awaited<ReturnType<typeof startFakeAsaas>>

function makeRefusal(code: string, description: string, status = 400): Reply {
  return { status, body: { errors: [{ code, description }] } }
}

function list(found: Fields[], asked: URLSearchParams): Reply {
  const limit = Math.min(Number(asked.get('limit') ?? 10), 100)
  const offset = Number(asked.get('offset') ?? 0)
  const data = found.slice(offset, offset + limit)
  const hasMore = found.length > offset + limit
  return { body: { object: 'list', hasMore, totalCount: found.length, limit, offset, data } }
}

function fitsFields(each: Fields, asked: URLSearchParams, names: string[]): boolean {
  return names.every((name) => !asked.has(name) || isDeepStrictEqual(each[name], asked.get(name)))
}

function makeCustomer(number: number, dateCreated: string, given: Fields) {
  const findText = (name: string) => (typeof given[name] === 'string' ? given[name] : null)
  return {
    object: 'customer',
    id: `cus_${String(number).padStart(12, '0')}`,
    dateCreated,
    name: findText('name'),
    email: findText('email'),
    phone: findText('phone'),
    mobilePhone: findText('mobilePhone'),
    address: findText('address'),
    addressNumber: findText('addressNumber'),
    complement: findText('complement'),
    province: findText('province'),
    postalCode: findText('postalCode'),
    cpfCnpj: findText('cpfCnpj'),
    personType: String(given.cpfCnpj).length === 11 ? 'FISICA' : 'JURIDICA',
    deleted: false,
    externalReference: findText('externalReference'),
    notificationDisabled: given.notificationDisabled === true,
    country: 'Brasil',
  }
}

function makePayment(
  number: number,
  dateCreated: string,
  given: Fields & { value: number; dueDate: string },
) {
  const nothing: {
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
    customer: String(given.customer),
    value: given.value,
    netValue: computeNet(given.value),
    originalValue: nothing.amount,
    interestValue: nothing.amount,
    description: String(given.description ?? ''),
    billingType: String(given.billingType),
    canBePaidAfterDueDate: true,
    pixTransaction: nothing.text,
    status: 'PENDING',
    dueDate: given.dueDate,
    originalDueDate: given.dueDate,
    paymentDate: nothing.day,
    clientPaymentDate: nothing.day,
    confirmedDate: nothing.day,
    invoiceNumber: String(number).padStart(8, '0'),
    externalReference: String(given.externalReference ?? ''),
    deleted: false,
    creditDate: nothing.day,
    fine: { value: 0, type: 'FIXED', ...toFields(given.fine) },
    interest: { value: 0, type: 'PERCENTAGE', ...toFields(given.interest) },
    discount: { value: 0, limitDate: null, dueDateLimitDays: 0, type: 'FIXED', ...toFields(given.discount) },
    nossoNumero: String(12_745_000 + number),
    postalService: false,
    refunds: nothing.refunds,
  }
}

/** Returns the value without Asaas' fee of R$ 1,99. */
function computeNet(value: number): number {
  return Math.round((value - 1.99) * 100) / 100
}

function formatReais(value: number): string {
  return value.toFixed(2).replace('.', ',')
}

function toFields(given: unknown): Fields {
  return typeof given === 'object' && given !== null ? { ...given } : {}
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
