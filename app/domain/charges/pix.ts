import { crc16, readTags, type TaggedValue, writeTag } from '#app/domain/charges/emv.ts'
import { normalisePixKey } from '#app/domain/charges/pix-key.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

type Receiver = { merchantName: string; merchantCity: string }

/** Data of a static code. A null amount is open; a null txid is omitted. */
export type StaticPix = Receiver & {
  key: string
  amount: Centavos | null
  txid: string | null
  description?: string | null
  pointOfInitiation?: '11' | '12' // '11' is reusable, '12' for single use
}

export type DynamicPix = Receiver & { url: string } // URL of the charge without its scheme

export type PixFault =
  | 'tlv'
  | 'crc'
  | 'format'
  | 'repeated'
  | 'account'
  | 'currency'
  | 'country'
  | 'merchant'
  | 'amount'

export type ParsedPix = {
  valid: true
  crc: string
  pointOfInitiation: string | null
  key: string | null
  url: string | null
  recurrenceUrl: string | null // URL of a Pix Automático
  description: string | null
  amount: string | null
  amountCents: Centavos | null
  merchantName: string
  merchantCity: string
  txid: string | null
  tags: string[]
}

const pixAccountId = 'br.gov.bcb.pix'
const chargeUrlPattern = /^[a-z0-9.-]+\.[a-z]+(?::\d+)?\/[!-~]+$/i
const maxUrlLength = 77
const maxTemplateLength = 99
const tagAndLengthLength = 4
const realCurrency = '986'

/** Returns the code with texts truncated and without accents. Throws RangeError for invalid data. */
export function buildStaticPix(input: StaticPix): string {
  const key = normalisePixKey(input.key)
  if (key === null) throw new RangeError(`not a Pix key: ${input.key}`)
  const keyTags = writeTag('00', pixAccountId) + writeTag('01', key.key)
  const descriptionLength = maxTemplateLength - keyTags.length - tagAndLengthLength
  return assembleCode({
    pointOfInitiation: input.pointOfInitiation ?? null,
    accountTags: keyTags + writeDescription(input.description ?? '', descriptionLength),
    amountTag: input.amount === null ? '' : writeTag('54', formatAmount(input.amount)),
    txid: formatTxid(input.txid),
    receiver: input,
  })
}

/** Returns the code of a charge without its amount, which is at the URL. Throws RangeError for an invalid URL. */
export function buildDynamicPix({ url, ...receiver }: DynamicPix): string {
  if (!chargeUrlPattern.test(url) || url.length > maxUrlLength) {
    throw new RangeError(`not the address of a charge: ${url}`)
  }
  const accountTags = writeTag('00', pixAccountId) + writeTag('25', url)
  return assembleCode({ pointOfInitiation: '12', accountTags, amountTag: '', txid: '***', receiver })
}

/** Returns the failed checks; [] for a payable code. A code with wrong lengths fails only 'tlv'. */
export function listFailingPixChecks(payload: string): PixFault[] {
  const text = payload.trim()
  const fields = readTags(text)
  if (fields === null) return ['tlv']
  const hasUnreadableTemplate = filterTemplates(fields).some(({ value }) => readTags(value) === null)
  if (hasUnreadableTemplate) return ['tlv']
  return pixChecks.filter(([, isValid]) => !isValid(fields, text)).map(([fault]) => fault)
}

export function parsePix(payload: string): ParsedPix | { valid: false; failedChecks: PixFault[] } {
  const failedChecks = listFailingPixChecks(payload)
  if (failedChecks.length > 0) return { valid: false, failedChecks }
  return { valid: true, ...readFields(readTags(payload.trim()) ?? []) }
}

function readFields(fields: readonly TaggedValue[]) {
  return {
    crc: (findText(fields, '63') ?? '').toUpperCase(),
    pointOfInitiation: findText(fields, '01'),
    ...readTarget(fields),
    ...readAmount(fields),
    ...readReceiver(fields),
    tags: fields.map(({ tag }) => tag),
  }
}

type CodeParts = {
  pointOfInitiation: string | null
  accountTags: string
  amountTag: string
  txid: string
  receiver: Receiver
}

function assembleCode({ pointOfInitiation, accountTags, amountTag, txid, receiver }: CodeParts): string {
  const codeWithoutCrc = [
    writeTag('00', '01'),
    pointOfInitiation === null ? '' : writeTag('01', pointOfInitiation),
    writeTag('26', accountTags),
    '52040000', // category of the merchant: none
    writeTag('53', realCurrency),
    amountTag,
    writeTag('58', 'BR'),
    writeTag('59', foldText(receiver.merchantName, 25)),
    writeTag('60', foldText(receiver.merchantCity, 15)),
    writeTag('62', writeTag('05', txid)),
    '6304', // tag and length of the CRC, which it covers, too
  ].join('')
  return codeWithoutCrc + crc16(codeWithoutCrc)
}

function writeDescription(description: string, availableLength: number): string {
  const text = foldText(description, Math.max(0, Math.min(72, availableLength)))
  return text === '' ? '' : writeTag('02', text)
}

function formatAmount(amount: Centavos): string {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not an amount to pay: ${amount}`)
  const digits = String(amount).padStart(3, '0')
  if (digits.length > 12) throw new RangeError(`an amount of more than 13 characters: ${amount}`)
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function formatTxid(txid: string | null): string {
  if (txid === null) return '***'
  if (!/^[A-Za-z0-9]{1,25}$/.test(txid)) throw new RangeError(`not a txid of a static code: ${txid}`)
  return txid
}

// Returns the text without accents, since programs count other characters differently.
function foldText(text: string, maxLength: number): string {
  const asciiText = text
    .normalize('NFD')
    .replace(/\s/g, ' ')
    .replace(/[^ -~]/g, '')
  return asciiText.replace(/ {2,}/g, ' ').trim().slice(0, maxLength).trim()
}

type PixCheck = (fields: readonly TaggedValue[], text: string) => boolean

const pixChecks: readonly (readonly [PixFault, PixCheck])[] = [
  ['crc', hasValidCrc],
  ['format', (fields) => fields[0]?.tag === '00' && fields[0].value === '01' && hasValidInitiation(fields)],
  ['repeated', (fields) => new Set(fields.map(({ tag }) => tag)).size === fields.length],
  ['account', hasKeyOrUrl],
  ['currency', (fields) => findText(fields, '53') === realCurrency],
  ['country', (fields) => findText(fields, '58') === 'BR'],
  ['merchant', (fields) => Boolean(findText(fields, '59')) && Boolean(findText(fields, '60'))],
  ['amount', (fields) => isAmount(findText(fields, '54'))],
]

function hasValidCrc(fields: readonly TaggedValue[], text: string): boolean {
  const lastField = fields.at(-1)
  if (lastField?.tag !== '63' || lastField.value.length !== 4) return false
  return crc16(text.slice(0, -4)) === lastField.value.toUpperCase()
}

function hasValidInitiation(fields: readonly TaggedValue[]): boolean {
  return [null, '11', '12'].includes(findText(fields, '01'))
}

// Returns whether the account has either a key or a URL. Only a recurrence code may lack both.
function hasKeyOrUrl(fields: readonly TaggedValue[]): boolean {
  const hasAccount = filterTemplates(fields).some(
    ({ tag, value }) => isPixAccount(value) && Number(tag) <= 51,
  )
  if (!hasAccount) return false
  const { key, url, recurrenceUrl } = readTarget(fields)
  return key === null ? Boolean(url ?? recurrenceUrl) : key !== '' && url === null
}

function isAmount(amount: string | null): boolean {
  return amount === null || (/^\d+(?:\.\d{0,2})?$/.test(amount) && amount.length <= 13)
}

function readTarget(fields: readonly TaggedValue[]) {
  const pixAccounts = filterTemplates(fields).filter(({ value }) => isPixAccount(value))
  const accountFields = readTags(pixAccounts.find(({ tag }) => Number(tag) <= 51)?.value ?? '') ?? []
  const recurrenceFields = readTags(pixAccounts.find(({ tag }) => Number(tag) >= 80)?.value ?? '') ?? []
  return {
    key: findText(accountFields, '01'),
    url: findText(accountFields, '25'),
    recurrenceUrl: findText(recurrenceFields, '25'),
    description: findText(accountFields, '02'),
  }
}

// Returns templates that contain fields: accounts (26–51), additional data (62) and 80–99.
function filterTemplates(fields: readonly TaggedValue[]): TaggedValue[] {
  return fields.filter(({ tag }) => (tag >= '26' && tag <= '51') || tag === '62' || tag >= '80')
}

function isPixAccount(template: string): boolean {
  return findText(readTags(template) ?? [], '00')?.toLowerCase() === pixAccountId
}

function findText(fields: readonly TaggedValue[], wantedTag: string): string | null {
  return fields.find(({ tag }) => tag === wantedTag)?.value ?? null
}

function readAmount(fields: readonly TaggedValue[]) {
  const amount = findText(fields, '54')
  const [reais = '', decimals = ''] = amount?.split('.') ?? []
  return { amount, amountCents: amount === null ? null : Number(reais + decimals.padEnd(2, '0')) }
}

function readReceiver(fields: readonly TaggedValue[]) {
  return {
    merchantName: findText(fields, '59') ?? '',
    merchantCity: findText(fields, '60') ?? '',
    txid: findText(readTags(findText(fields, '62') ?? '') ?? [], '05'),
  }
}
