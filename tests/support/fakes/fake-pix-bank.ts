import { isValidCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf } from '#app/domain/accounts/cpf.ts'
import { buildDynamicPix } from '#app/domain/charges/pix.ts'
import { isCivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { type ReceivedRequest, type Reply, startFakeServer } from './fake-server.ts'
import { makeCertificates } from './test-certificates.ts'

export const pixKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'
export const pixToken = 'token-of-the-calls-only-for-tests-0123456789'
const client = { id: 'client-only-for-tests', secret: 'secret-only-for-tests' }

type Fields = Record<string, unknown>
type Kind = 'cob' | 'cobv'
export type FakeCharge = {
  kind: Kind
  txid: string
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'
  revisao: number
  requestBody: Fields
  pix: FakePix[]
}
type FakeRefund = {
  id: string
  rtrId: string
  valor: string
  horario: Fields
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'
  motivo?: string
}
export type FakePix = {
  endToEndId: string
  txid?: string
  valor: string
  chave: string
  horario: string
  infoPagador: string
  devolucoes: FakeRefund[]
}

/** Starts a fake of a bank's API Pix 2.9 (bacen/pix-api) over TLS with client certificates. */
export async function startFakePixBank() {
  const certificates = makeCertificates()
  const charges: FakeCharge[] = []
  const payments: FakePix[] = []
  const webhooks = new Map<string, string>()
  const makeInitialState = () => ({
    /** Tokens with a smaller number have expired. */
    firstValidToken: 1,
    secret: client.secret,
    /** The specification allows responses without the Pix code. */
    returnsCode: true,
    /** The status of new refunds. */
    refundStatus: 'EM_PROCESSAMENTO' as FakeRefund['status'],
    /** The maximum number of payments per page, even if a request asks for more. */
    pageSize: 1000,
    /** Runs before a charge is removed, so that a test can pay the charge first. */
    beforeRemoval: (_charge: FakeCharge) => {},
    /** Runs after a charge is created and before the response is sent. */
    afterCharge: () => {},
  })
  const state = makeInitialState()
  let tokenCount = 0
  let transferCount = 0

  const server = await startFakeServer((request) => routeRequest(request), {
    ...certificates.server,
    ca: certificates.authority,
    requestCert: true,
    rejectUnauthorized: true,
  })

  function routeRequest(request: ReceivedRequest): Reply {
    const { pathname, searchParams } = new URL(request.path, 'https://bank')
    if (pathname === '/oauth/token') return replyWithToken(request)
    const [, number] = /^Bearer token-(\d+)$/.exec(request.authorization) ?? []
    if (!number || Number(number) < state.firstValidToken)
      return { status: 401, body: { message: 'Unauthorized' } }
    const json: Fields = request.body === '' ? {} : JSON.parse(request.body)
    const [, kind, txid] = /^\/api\/v2\/(cobv?)\/(\w+)$/.exec(pathname) ?? []
    if ((kind === 'cob' || kind === 'cobv') && txid) return routeCharge(request.method, kind, txid, json)
    if (pathname === '/api/v2/pix') return replyWithPayments(searchParams)
    const [, id, refund] = /^\/api\/v2\/pix\/(\w{32})(?:\/devolucao\/(\w{1,35}))?$/.exec(pathname) ?? []
    if (id) return routePix(request.method, id, refund, json)
    const [, key] = /^\/api\/v2\/webhook\/([^/]+)$/.exec(pathname) ?? []
    if (key) return routeWebhook(request.method, decodeURIComponent(key), json)
    return makeProblem('NaoEncontrado', 404)
  }

  function replyWithToken({ authorization, body, method }: ReceivedRequest): Reply {
    const form = new URLSearchParams(body)
    const expectedAuthorization = `Basic ${Buffer.from(`${client.id}:${state.secret}`).toString('base64')}`
    const isClientInForm = form.get('client_id') === client.id && form.get('client_secret') === state.secret
    const isAuthorized = authorization === expectedAuthorization || isClientInForm
    const isTokenRequest = method === 'POST' && form.get('grant_type') === 'client_credentials'
    if (!isTokenRequest || !isAuthorized) return { status: 401, body: { error: 'invalid_client' } }
    tokenCount += 1
    return {
      body: {
        access_token: `token-${tokenCount}`,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: form.get('scope'),
      },
    }
  }

  function routeCharge(method: string, kind: Kind, txid: string, json: Fields): Reply {
    const charge = charges.find((charge) => charge.txid === txid)
    if (method === 'PUT') return createCharge(kind, txid, json, charge)
    if (!charge || charge.kind !== kind) return makeProblem('CobNaoEncontrado', 404)
    if (method === 'GET') return { body: describeCharge(charge) }
    if (method !== 'PATCH') return makeProblem('NaoEncontrado', 404)
    state.beforeRemoval(charge)
    if (charge.status !== 'ATIVA')
      return makeInvalid('A cobrança não está ATIVA, e a presente requisição busca alterá-la.')
    if (json.status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
      return makeInvalid('o campo status não respeita o schema.')
    charge.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
    charge.revisao += 1
    return { body: describeCharge(charge) }
  }

  function createCharge(kind: Kind, txid: string, json: Fields, existing: FakeCharge | undefined): Reply {
    if (existing) return makeInvalid('Este txid já está em uso.')
    const fault = findChargeFault(kind, txid, json)
    if (fault) return makeInvalid(fault)
    const charge: FakeCharge = { kind, txid, status: 'ATIVA', revisao: 0, requestBody: json, pix: [] }
    charges.push(charge)
    state.afterCharge()
    return { status: 201, body: describeCharge(charge) }
  }

  function findChargeFault(kind: Kind, txid: string, json: Fields): string | undefined {
    const { valor, chave, calendario, devedor } = json as Record<string, Fields>
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) return 'O txid não respeita o schema.'
    if (!/^\d{1,10}\.\d{2}$/.test(String(valor?.original)) || Number(valor?.original) === 0)
      return 'O campo valor.original não respeita o schema.'
    if (String(chave) !== pixKey)
      return `O campo chave corresponde a uma conta que não pertence a este usuário: ${chave}.`
    const document = String(devedor?.cpf ?? devedor?.cnpj ?? '')
    if (!isValidCpf(document) && !isValidCnpj(document)) return 'O objeto devedor não respeita o schema.'
    if (typeof devedor?.nome !== 'string' || devedor.nome === '')
      return 'O objeto devedor não respeita o schema.'
    if (kind === 'cob')
      return Number(calendario?.expiracao) > 0
        ? undefined
        : 'O campo calendario.expiracao é igual ou menor que zero.'
    const due = String(calendario?.dataDeVencimento)
    if (!isCivilDate(due) || due < toCivilDate(new Date()))
      return 'O campo calendario.dataDeVencimento é anterior à data de criação da cobrança.'
    return undefined
  }

  function describeCharge({ kind, txid, status, revisao, requestBody, pix }: FakeCharge): Fields {
    const location = `pix.bank.example/qr/v2/${kind}/${txid}`
    const code = buildDynamicPix({ url: location, merchantName: 'Aeropub', merchantCity: 'Botucatu' })
    return {
      ...requestBody,
      calendario: { criacao: new Date().toISOString(), ...(requestBody.calendario as Fields) },
      txid,
      revisao,
      status,
      loc: { id: charges.length, location, tipoCob: kind, criacao: new Date().toISOString() },
      location,
      ...(state.returnsCode ? { pixCopiaECola: code } : {}),
      ...(pix.length > 0 ? { pix } : {}),
    }
  }

  function replyWithPayments(query: URLSearchParams): Reply {
    const [from, to] = [query.get('inicio'), query.get('fim')].map((text) => Date.parse(text ?? ''))
    const page = Number(query.get('paginacao.paginaAtual') ?? 0)
    if (!from || !to || from > to || page < 0)
      return makeInvalid('fim é anterior a inicio.', 'PixConsultaInvalida')
    const requiresTxid = query.get('txIdPresente') === 'true'
    // The end is a whole second, which includes its milliseconds.
    const isInPeriod = (time: number) => time >= from && time <= to + 999
    const matching = payments.filter(
      ({ horario, txid }) => isInPeriod(Date.parse(horario)) && (!requiresTxid || txid !== undefined),
    )
    const size = Math.min(Number(query.get('paginacao.itensPorPagina') ?? 100), state.pageSize)
    const paginacao = {
      paginaAtual: page,
      itensPorPagina: size,
      quantidadeDePaginas: Math.max(1, Math.ceil(matching.length / size)),
      quantidadeTotalDeItens: matching.length,
    }
    const parametros = { inicio: query.get('inicio'), fim: query.get('fim'), paginacao }
    return { body: { parametros, pix: matching.slice(page * size, (page + 1) * size) } }
  }

  function routePix(method: string, id: string, refundId: string | undefined, json: Fields): Reply {
    const pix = payments.find(({ endToEndId }) => endToEndId === id)
    if (!pix) return makeProblem('PixNaoEncontrado', 404)
    if (refundId === undefined) return method === 'GET' ? { body: pix } : makeProblem('NaoEncontrado', 404)
    const existing = pix.devolucoes.find((refund) => refund.id === refundId)
    if (method === 'GET') return existing ? { body: existing } : makeProblem('PixDevolucaoNaoEncontrada', 404)
    if (existing) return makeInvalid('O id já foi utilizado por outra devolução.', 'PixDevolucaoInvalida')
    let refundedReais = Number(json.valor)
    for (const { status, valor } of pix.devolucoes)
      if (status !== 'NAO_REALIZADO') refundedReais += Number(valor)
    const roundingTolerance = 1e-9
    const exceedsPayment = refundedReais > Number(pix.valor) + roundingTolerance
    if (!/^\d{1,10}\.\d{2}$/.test(String(json.valor)) || exceedsPayment)
      return makeInvalid('A devolução excederia o valor do pix originário.', 'PixDevolucaoInvalida')
    const refund = makeRefund(refundId, String(json.valor), state.refundStatus)
    pix.devolucoes.push(refund)
    return { status: 201, body: refund }
  }

  function makeRefund(id: string, valor: string, status: FakeRefund['status']): FakeRefund {
    transferCount += 1
    return {
      id,
      rtrId: `D99999999${String(transferCount).padStart(23, '0')}`,
      valor,
      horario: { solicitacao: new Date().toISOString() },
      status,
    }
  }

  function routeWebhook(method: string, key: string, json: Fields): Reply {
    if (key !== pixKey)
      return makeInvalid(
        'o parâmetro {chave} não corresponde a uma chave DICT pertencente a este usuário recebedor.',
        'WebhookOperacaoInvalida',
      )
    if (method === 'PUT') {
      webhooks.set(key, String(json.webhookUrl))
      return { status: 200, body: '' }
    }
    const address = webhooks.get(key)
    if (!address) return makeProblem('WebhookNaoEncontrado', 404)
    return { body: { webhookUrl: address, chave: key, criacao: new Date().toISOString() } }
  }

  function makePix(valor: string, txid: string | undefined, at = new Date()): FakePix {
    transferCount += 1
    const endToEndId = `E99999999${String(transferCount).padStart(23, '0')}`
    const pix = {
      endToEndId,
      ...(txid === undefined ? {} : { txid }),
      valor,
      chave: pixKey,
      horario: at.toISOString(),
      infoPagador: '',
      devolucoes: [],
    }
    payments.push(pix)
    return pix
  }

  function findCharge(txid: string): FakeCharge {
    const charge = charges.find((charge) => charge.txid === txid)
    if (!charge) throw new Error(`no charge ${txid}`)
    return charge
  }

  /** Calls the shop's webhook as the bank does, with payments or a text as the body. Returns the status. */
  async function callWebhook(
    pix: readonly FakePix[] | string,
    { address = webhooks.get(pixKey) }: { address?: string } = {},
  ) {
    const body = typeof pix === 'string' ? pix : JSON.stringify({ pix })
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(`${address}/pix`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }

  const access = {
    url: `${server.url}/api/v2`,
    tokenUrl: `${server.url}/oauth/token`,
    clientId: client.id,
    clientSecret: client.secret,
    tokenAuth: 'basic' as const,
    scopes: 'cob.write cob.read cobv.write cobv.read pix.write pix.read webhook.write webhook.read',
    headers: {},
    ...certificates.client,
    caFile: certificates.caFile,
  }
  return {
    ...server,
    charges,
    payments,
    webhooks,
    state,
    access,
    stranger: certificates.stranger,
    environment: {
      PIX_URL: access.url,
      PIX_TOKEN_URL: access.tokenUrl,
      PIX_CLIENT_ID: client.id,
      PIX_CLIENT_SECRET: client.secret,
      PIX_CERT_FILE: access.certFile,
      PIX_KEY_FILE: access.keyFile,
      PIX_CA_FILE: access.caFile,
      PIX_WEBHOOK_TOKEN: pixToken,
    },
    findCharge,
    callWebhook,
    /** Pays a charge, by default with its value. */
    pay(txid: string, { value, at }: { value?: string; at?: Date } = {}): FakePix {
      const charge = findCharge(txid)
      const { original } = charge.requestBody.valor as { original: string }
      const pix = makePix(value ?? original, txid, at)
      charge.status = 'CONCLUIDA'
      charge.pix.push(pix)
      return pix
    },
    /** Transfers money to the key without a charge. */
    transfer: makePix,
    /** Ends the refunds that are in progress with this status. */
    settle(pix: FakePix, status: 'DEVOLVIDO' | 'NAO_REALIZADO', motivo?: string) {
      for (const refund of pix.devolucoes)
        if (refund.status === 'EM_PROCESSAMENTO')
          Object.assign(refund, {
            status,
            horario: { ...refund.horario, liquidacao: new Date().toISOString() },
            ...(motivo ? { motivo } : {}),
          })
    },
    /** Returns money of a payment without a request by the shop. */
    sendReturn(pix: FakePix, valor = pix.valor) {
      pix.devolucoes.push(makeRefund(`bank${pix.devolucoes.length}`, valor, 'DEVOLVIDO'))
    },
    expireTokens() {
      state.firstValidToken = tokenCount + 1
    },
    listRequests: (method: string, path: RegExp) =>
      server.requests.filter((request) => request.method === method && path.test(request.path)),
    reset() {
      server.reset()
      charges.length = 0
      payments.length = 0
      webhooks.clear()
      Object.assign(state, { ...makeInitialState(), firstValidToken: state.firstValidToken })
    },
    async close() {
      await server.close()
      certificates.remove()
    },
  }
}

export type FakePixBank = Awaited<ReturnType<typeof startFakePixBank>>

function makeProblem(name: string, status: number, razao?: string): Reply {
  const body = {
    type: `https://pix.bcb.gov.br/api/v2/error/${name}`,
    title: name,
    status,
    detail: status === 404 ? 'Entidade não encontrada.' : 'A requisição não respeita o schema.',
    correlationId: '00000000-0000-4000-8000-000000000000',
    ...(razao ? { violacoes: [{ razao, propriedade: 'cob' }] } : {}),
  }
  return { status, type: 'application/problem+json', body }
}

function makeInvalid(razao: string, name = 'CobOperacaoInvalida'): Reply {
  return makeProblem(name, 400, razao)
}
