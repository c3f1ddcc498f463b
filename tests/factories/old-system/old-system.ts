import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { FileMissing, type ImportSource } from '#app/import/kinds.ts'
import { makeChance } from '#tests/support/attacks/chance.ts'

/** A line of an order in the old system, in a neutral form. Amounts are in centavos. */
export type OldLine = {
  publication: number
  name: string
  version: string
  isSignature: boolean
  isDownload: boolean
  value: number
  prefix: string
  photo: string | null
}
export type OldOrder = {
  id: number
  date: string
  status: number
  profile: number
  freight: number
  total: number
  nfe: string | null
  lines: OldLine[]
}
export type OldUnit = { id: number; order: number; due: string | null; status: number }
export type OldShipment = { id: number; order: number | null; sentOn: string; trackCode: string }
export type OldPublication = { id: number; price: number; isRemoved: boolean }

/** The messages by field for each record that is lost in whole or in part. A key is 'kind id'. */
type Losses = Map<string, Record<string, string[]>>

export type OldSystem = {
  source: ImportSource
  /** expected imports in the sequence of their ids */
  orders: OldOrder[]
  units: OldUnit[]
  shipments: OldShipment[]
  publications: OldPublication[]
  profiles: number[]
  /** records that must be rejected or imported in part */
  losses: Losses
  photoCount: number
}

type Size = { profiles: number; publications: number; orders: number; units: number; shipments: number }

/** The size of a small company's system. */
export const wholeSystem: Size = { profiles: 300, publications: 80, orders: 1500, units: 900, shipments: 200 }

/** An unusual spelling of each order status, by its number. */
const statuses = ['', 'pagamento PENDENTE', 'Pagamento Confirmado', 'CANCELADO', 'em Análise']
const personNames = ['Ana', "D'Ávila & Filhos", '<b>Oficina</b> Céu', 'José "Zé" Pinho', 'Hélice Ltda']
const missingPhotoMessage = 'O arquivo não está na origem'
/** Every eleventh photo is missing. Only orders whose id is a multiple of 11 have photos. */
const isPhotoMissing = (orderId: number) => orderId % 121 === 0

/**
 * Generates an old system from a seed, with typical defects: one e-mail in two spellings, invalid documents,
 * dates as dd/mm/yyyy, amounts as '1.234,50', totals with the centavo of uncharged freight, lines without
 * numbers, deleted publications, direct shipments without an address, and dangling references.
 */
export function generateOldSystem(seed: number, size: Size, photo: Uint8Array): OldSystem {
  const { below, pick } = makeChance(seed)
  const losses: Losses = new Map()
  const lists: Record<ImportKind, unknown[]> = {
    publications: [],
    profiles: [],
    orders: [],
    signatures: [],
    expeditions: [],
  }
  const addLoss = (kind: ImportKind, id: number, problems: Record<string, string[]>) =>
    losses.set(`${kind} ${id}`, problems)
  const isLost = (kind: ImportKind, id: number) => losses.has(`${kind} ${id}`)

  // The last five titles are removed publications, which only orders mention.
  const titles = Array.from({ length: size.publications + 5 }, (_, index) => {
    const isSignature = index % 3 === 0
    return {
      id: index + 1,
      name: `Manual d'asa ${index + 1}`,
      version: `Rev. ${1 + below(9)}`,
      isSignature,
      isDownload: index % 2 === 0,
      price: 50_00 + below(2_000_00),
      isRemoved: index >= size.publications,
    }
  })
  for (const title of titles.filter(({ isRemoved }) => !isRemoved))
    lists.publications.push({
      id: title.id,
      name: title.name,
      applicability: 'EMB-202',
      version: title.version,
      date: spellDay('2015-03-09', title.id),
      price: spellAmount(title.price, title.id),
      price_signature: title.isSignature ? spellAmount(title.price, title.id + 1) : '',
      is_signature: title.isSignature,
      is_download: title.isDownload,
      weight: '0,8',
    })

  const profiles: number[] = []
  for (let id = 1; id <= size.profiles; id++) {
    const isDuplicate = id > 20 && id % 97 === 0
    const originalId = isDuplicate ? id - 20 : id
    const hasInvalidEmail = id % 89 === 0
    if (isDuplicate)
      addLoss('profiles', id, { 'user.email': [`O perfil nº ${originalId} já traz este e-mail`] })
    else if (hasInvalidEmail) addLoss('profiles', id, { 'user.email': ['E-mail incorreto'] })
    else profiles.push(id)
    const email = `cliente${originalId}@example.com`
    const spelledEmail = isDuplicate ? email.toUpperCase() : email
    lists.profiles.push({
      id,
      name: `${pick(personNames)} ${id}`,
      company_name: '',
      phone: '(14) 3333-4444',
      person_or_company: id % 5 === 0 ? 1 : '0',
      cpf: pick(['529.982.247-25', '111.111.111-11', '', null]),
      cnpj: id % 5 === 0 ? '11.222.333/0001-81' : null,
      user: {
        email: hasInvalidEmail ? `cliente${id}` : spelledEmail,
        is_staff: id === 2,
      },
      billing_address:
        id % 7 === 0 ? null : { zip_code: '18608-000', street: `Rua ${id}`, city: 'Botucatu', state: 'sp' },
    })
  }
  const hasAddress = (profileId: number) => profileId % 7 !== 0

  const orders: OldOrder[] = []
  let photoCount = 0
  for (let id = 1; id <= size.orders; id++) {
    const hasRemovedTitle = id % 100 === 0
    // The first 20 profiles are always imported, so these orders are too.
    const profile = 1 + below(hasRemovedTitle ? 20 : size.profiles)
    // The orders are spread over 10,400 days, from 1998 to 2026.
    const date = addDays('1998-05-04', Math.floor(((id - 1) / size.orders) * 10_400))
    const status = 1 + below(4)
    const lines = Array.from({ length: 1 + below(3) }, (_, index): OldLine => {
      const title = hasRemovedTitle
        ? titles[size.publications + ((id / 100) % 5)]
        : pick(titles.slice(0, size.publications))
      if (!title) throw new Error('no title')
      const { id: publication, name, version, isSignature, isDownload, price } = title
      const photo = index === 0 && id % 11 === 0 ? `fotos/${id}.png` : null
      return {
        publication,
        name,
        version,
        isSignature,
        isDownload,
        photo,
        value: price + below(100),
        prefix: `PT-${pick(['ABC', 'XYZ', 'KLM'])}`,
      }
    })
    const isFreightToBeAgreed = id % 24 === 0
    const freight = isFreightToBeAgreed ? 0 : below(4) * 12_50
    const total = lines.reduce((sum, { value }) => sum + value, freight)
    const nfe = status === orderStatus.confirmed && id % 2 === 0 ? String(4000 + id) : null
    const order = { id, date, status, profile, freight, total, nfe, lines }
    if (isLost('profiles', profile)) addLoss('orders', id, { profile: [`O perfil nº ${profile} não vem`] })
    else {
      orders.push(order)
      for (const { photo: name } of lines) {
        if (name === null) continue
        if (isPhotoMissing(id)) addLoss('orders', id, { 'publications.0.file': [missingPhotoMessage] })
        else photoCount += 1
      }
    }
    lists.orders.push({
      id,
      date: spellDay(date, id),
      status: id % 3 === 0 ? status : statuses[status],
      nfe,
      profile: id % 2 === 0 ? profile : { id: profile, name: 'Ana' },
      shipping_type: isFreightToBeAgreed ? 'À Combinar' : 'PAC',
      shipping_value: isFreightToBeAgreed ? 0.01 : spellAmount(freight, id),
      total: spellAmount(isFreightToBeAgreed ? total + 1 : total, id + 1),
      publications: lines.map((line) => ({
        publication: {
          id: line.publication,
          name: line.name,
          version: line.version,
          is_signature: line.isSignature,
          is_download: line.isDownload,
        },
        value: spellAmount(line.value, id),
        airplane_prefix: line.prefix,
        file: line.photo,
      })),
    })
  }
  for (const title of titles.filter(({ isRemoved }) => isRemoved)) {
    const firstOrder = orders.find(({ lines }) => lines.some(({ publication }) => publication === title.id))
    if (firstOrder)
      addLoss('publications', title.id, {
        registro: [`A origem não a lista mais; vem como removida, do pedido nº ${firstOrder.id}`],
      })
  }

  const units: OldUnit[] = []
  const paidLines = orders.flatMap((order) =>
    order.status === orderStatus.confirmed ? order.lines.map((line) => ({ order, line })) : [],
  )
  for (let id = 1; id <= size.units; id++) {
    // Units without a line of their own refer to the first line, which already has a unit.
    const paidLine = paidLines[id - 1] ?? paidLines[0]
    if (!paidLine) throw new Error('no line')
    const { order, line } = paidLine
    const isSurplus = paidLine === paidLines[0] && id > 1
    const isOrphan = id % 50 === 0
    const due = line.isSignature ? addDays(order.date, 365 + (id % 30)) : null
    const unitStatus = line.isDownload ? subscriptionStatus.downloadReleased : subscriptionStatus.sent
    if (isOrphan) addLoss('signatures', id, { order: [`O pedido nº ${size.orders + id} não vem`] })
    else if (isSurplus)
      addLoss('signatures', id, { order: ['O pedido não tem um item para esta assinatura'] })
    else units.push({ id, order: order.id, due, status: unitStatus })
    lists.signatures.push({
      id,
      publication: { id: line.publication },
      profile: { id: order.profile },
      order: { id: isOrphan ? size.orders + id : order.id },
      status: { id: unitStatus, name: '' },
      due: due === null ? '' : spellDay(due, id),
      airplane_prefix: line.prefix,
      notes: 'Ligou\r\nduas vezes',
    })
  }

  const shipments: OldShipment[] = []
  const printedOrders = orders.filter(
    ({ status, lines }) => status === orderStatus.confirmed && lines.some(({ isDownload }) => !isDownload),
  )
  for (let id = 1; id <= size.shipments; id++) {
    const isDirect = id % 19 === 0
    const order = isDirect ? undefined : printedOrders[id % printedOrders.length]
    const clientId = order ? order.profile : 1 + below(size.profiles)
    const isClientLost = isLost('profiles', clientId)
    const sentOn = addDays('2024-01-01', id)
    const trackCode = `AA${String(100_000_000 + id)}BR`
    if (isClientLost) addLoss('expeditions', id, { client: [`O perfil nº ${clientId} não vem`] })
    else if (isDirect && !hasAddress(clientId))
      addLoss('expeditions', id, {
        shipping_address: ['O envio direto não tem endereço, e o cliente também não'],
      })
    else shipments.push({ id, order: order?.id ?? null, sentOn, trackCode })
    lists.expeditions.push({
      id,
      client: { id: clientId },
      order: order ? [order.id, order.id] : [],
      direct_shipping: isDirect,
      shipping_type: 'pac',
      owner: { email: 'CLIENTE2@example.com' },
      status: 'enviado',
      track_code: trackCode,
      value: '12,50',
      creation_date: spellDay(sentOn, id),
      send_date: spellDay(sentOn, id + 1),
    })
  }

  return {
    source: makeSource(lists, photo),
    orders,
    units,
    shipments,
    profiles,
    losses,
    photoCount,
    publications: titles.flatMap(({ id, price, isRemoved }) =>
      isRemoved && !losses.has(`publications ${id}`) ? [] : [{ id, price, isRemoved }],
    ),
  }
}

/** Returns a source with the lists and the photos in them, except missing photos. */
function makeSource(
  lists: Readonly<Record<ImportKind, readonly unknown[]>>,
  photo: Uint8Array,
): ImportSource {
  return {
    name: 'http://antigo.example',
    async openFile(link) {
      const [, order] = /^fotos\/(\d+)\.png$/.exec(link) ?? []
      if (!order || isPhotoMissing(Number(order))) throw new FileMissing('gone')
      return {
        name: `${order}.png`,
        bytes: (async function* () {
          yield photo
        })(),
      }
    },
    async *read(kind) {
      for (const [index, value] of lists[kind].entries())
        yield { place: `página ${1 + Math.floor(index / 500)}`, value }
    },
  }
}

/** Returns the day as '2026-11-23' or '23/11/2026', by the parity of the id. */
function spellDay(day: string, id: number): string {
  return id % 2 === 0 ? day : day.split('-').toReversed().join('/')
}

/** Returns the amount as 1234.5, '1234.50' or '1.234,50', by the id modulo 3. */
function spellAmount(centavos: number, id: number): number | string {
  const reais = (centavos / 100).toFixed(2)
  if (id % 3 === 0) return centavos / 100
  if (id % 3 === 1) return reais
  return Number(reais).toLocaleString('pt-BR', { minimumFractionDigits: 2 })
}
