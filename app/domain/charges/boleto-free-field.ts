import { mod10, mod11Remainder, needDigits } from '#app/domain/charges/boleto.ts'

/** What the banks want to know, every value zero-filled to its length. */
type Inputs = {
  /** The length of the convênio (4, 6, 7 or 8) chooses the layout; agencia and conta only for 4 and 6. */
  '001': { convenio: string; ourNumber: string; carteira: string; agencia?: string; conta?: string }
  '033': { convenio: string; ourNumber: string; carteira: string; ios?: string }
  /** ourNumber15 without its two leading constants; a beneficiario of 7 digits has no check digit. */
  '104': { beneficiario: string; ourNumber15: string; const1: string; const2: string }
  '237': { agencia: string; carteira: string; ourNumber: string; conta: string }
  /** The special carteiras put yourNumber and client where the others have agencia and conta. */
  '341': {
    carteira: string
    ourNumber: string
    agencia?: string
    conta?: string
    yourNumber?: string
    client?: string
  }
  '756': {
    carteira: string
    agencia: string
    modalidade: string
    beneficiario: string
    ourNumber: string
    parcela: string
  }
}

/** The 25 digits, and what is printed beside them; null where there is no such digit. */
type Fields = {
  '001': { freeField: string; fullOurNumber: string; ourNumberDv: string | null }
  '033': { freeField: string; ourNumberDv: string }
  '104': {
    freeField: string
    beneficiarioDv: string | null
    freeFieldDv: string
    fullOurNumber: string
    ourNumberDv: string
  }
  '237': { freeField: string; ourNumberDv: string }
  /** The DACs are null only for a special carteira given without agencia and conta. */
  '341': {
    freeField: string
    ourNumberDac: string | null
    accountDac: string | null
    freeFieldDv: string | null
  }
  '756': { freeField: string; ourNumberDv: string }
}

/** The banks whose free field is known. */
export type FreeFieldBank = keyof Inputs

/** The data one bank's free field is made of, discriminated on `bank`. */
export type FreeFieldInput<Bank extends FreeFieldBank = FreeFieldBank> = {
  [Each in Bank]: { bank: Each } & Inputs[Each]
}[Bank]

/** A bank's free field and check digits. */
export type FreeField<Bank extends FreeFieldBank = FreeFieldBank> = Fields[Bank]

/** Builds the free field (campo livre) of a slip by its bank's layout. Refuses values of the wrong length. */
export function buildFreeField<Bank extends FreeFieldBank>(input: FreeFieldInput<Bank>): FreeField<Bank> {
  return layouts[input.bank](input)
}

const layouts: { [Bank in FreeFieldBank]: (input: FreeFieldInput<Bank>) => FreeField<Bank> } = {
  '001': bancoDoBrasil,
  '033': santander,
  '104': caixa,
  '237': bradesco,
  '341': itau,
  '756': sicoob,
}

function bancoDoBrasil(input: FreeFieldInput<'001'>): FreeField<'001'> {
  const { convenio, ourNumber } = input
  needDigits(input.carteira, 2, 'carteira')
  if (convenio.length === 7) return bancoDoBrasilLong(input, 10)
  if (convenio.length === 8) return bancoDoBrasilLong(input, 9)
  if (convenio.length === 6 && ourNumber.length === 17) return bancoDoBrasilOwnNumber(input)
  if (convenio.length === 6) return bancoDoBrasilShort(input, 5)
  if (convenio.length === 4) return bancoDoBrasilShort(input, 7)
  throw new RangeError(`convenio is not 4, 6, 7 or 8 digits: ${convenio}`)
}

// Convênio and number together are the 17 printed digits, without a check digit.
function bancoDoBrasilLong(
  { convenio, ourNumber, carteira }: FreeFieldInput<'001'>,
  length: number,
): FreeField<'001'> {
  const fullOurNumber =
    needDigits(convenio, 17 - length, 'convenio') + needDigits(ourNumber, length, 'ourNumber')
  return { freeField: `000000${fullOurNumber}${carteira}`, fullOurNumber, ourNumberDv: null }
}

function bancoDoBrasilShort(input: FreeFieldInput<'001'>, length: number): FreeField<'001'> {
  const fullOurNumber =
    needDigits(input.convenio, 11 - length, 'convenio') + needDigits(input.ourNumber, length, 'ourNumber')
  const account = needDigits(input.agencia ?? '', 4, 'agencia') + needDigits(input.conta ?? '', 8, 'conta')
  const digit = (11 - mod11Remainder(fullOurNumber)) % 11
  return {
    freeField: fullOurNumber + account + input.carteira,
    fullOurNumber,
    ourNumberDv: digit === 10 ? 'X' : String(digit),
  }
}

// The 17 digits are the client's own; 21 is the service code. Only carteiras 16 and 18 allow it.
function bancoDoBrasilOwnNumber({ convenio, ourNumber, carteira }: FreeFieldInput<'001'>): FreeField<'001'> {
  if (carteira !== '16' && carteira !== '18') {
    throw new RangeError(`17-digit ourNumber needs carteira 16 or 18: ${carteira}`)
  }
  const fullOurNumber = needDigits(ourNumber, 17, 'ourNumber')
  return {
    freeField: `${needDigits(convenio, 6, 'convenio')}${fullOurNumber}21`,
    fullOurNumber,
    ourNumberDv: null,
  }
}

const itauSpecial = new Set(['106', '107', '122', '142', '143', '195', '196', '198'])

// These leave branch and account out of the number's DAC.
const itauWithoutAccount = new Set(['126', '131', '146', '150', '168'])

function itau(input: FreeFieldInput<'341'>): FreeField<'341'> {
  const number = needDigits(input.carteira, 3, 'carteira') + needDigits(input.ourNumber, 8, 'ourNumber')
  if (itauSpecial.has(input.carteira)) return itauWithYourNumber(number, input)
  const account = itauAccount(input)
  const ourNumberDac = mod10(itauWithoutAccount.has(input.carteira) ? number : account + number)
  const accountDac = mod10(account)
  return {
    freeField: `${number}${ourNumberDac}${account}${accountDac}000`,
    ourNumberDac,
    accountDac,
    freeFieldDv: null,
  }
}

// Branch and account are no part of this layout, yet the printed DACs come from them.
function itauWithYourNumber(number: string, input: FreeFieldInput<'341'>): FreeField<'341'> {
  const yours =
    needDigits(input.yourNumber ?? '', 7, 'yourNumber') + needDigits(input.client ?? '', 5, 'client')
  const freeFieldDv = mod10(number + yours)
  const freeField = `${number}${yours}${freeFieldDv}0`
  if (input.agencia === undefined && input.conta === undefined) {
    return { freeField, freeFieldDv, ourNumberDac: null, accountDac: null }
  }
  const account = itauAccount(input)
  return { freeField, freeFieldDv, ourNumberDac: mod10(account + number), accountDac: mod10(account) }
}

function itauAccount({ agencia = '', conta = '' }: FreeFieldInput<'341'>): string {
  return needDigits(agencia, 4, 'agencia') + needDigits(conta, 5, 'conta')
}

// The number's digit is printed only: weights 2–7, remainder 1 prints P.
function bradesco(input: FreeFieldInput<'237'>): FreeField<'237'> {
  const number = needDigits(input.carteira, 2, 'carteira') + needDigits(input.ourNumber, 11, 'ourNumber')
  const agencia = needDigits(input.agencia, 4, 'agencia')
  const digit = (11 - mod11Remainder(number, [2, 3, 4, 5, 6, 7])) % 11
  return {
    freeField: `${agencia}${number}${needDigits(input.conta, 7, 'conta')}0`,
    ourNumberDv: digit === 10 ? 'P' : String(digit),
  }
}

function santander(input: FreeFieldInput<'033'>): FreeField<'033'> {
  const convenio = needDigits(input.convenio, 7, 'convenio')
  const ourNumber = needDigits(input.ourNumber, 12, 'ourNumber')
  const ourNumberDv = mod11OrZero(ourNumber)
  const ending = needDigits(input.ios ?? '0', 1, 'ios') + needDigits(input.carteira, 3, 'carteira')
  return { freeField: `9${convenio}${ourNumber}${ourNumberDv}${ending}`, ourNumberDv }
}

function caixa({ beneficiario, ourNumber15, const1, const2 }: FreeFieldInput<'104'>): FreeField<'104'> {
  const beneficiarioDv = caixaBeneficiarioDv(beneficiario)
  const number = needDigits(ourNumber15, 15, 'ourNumber15')
  const fullOurNumber = needDigits(const1, 1, 'const1') + needDigits(const2, 1, 'const2') + number
  const mixed = number.slice(0, 3) + const1 + number.slice(3, 6) + const2 + number.slice(6)
  const digits = beneficiario + (beneficiarioDv ?? '') + mixed
  const freeFieldDv = mod11OrZero(digits)
  return {
    freeField: digits + freeFieldDv,
    beneficiarioDv,
    freeFieldDv,
    fullOurNumber,
    ourNumberDv: mod11OrZero(fullOurNumber),
  }
}

// Codes from 1100000 on fill the place of the check digit.
function caixaBeneficiarioDv(beneficiario: string): string | null {
  if (/^\d{7}$/.test(beneficiario) && Number(beneficiario) >= 1_100_000) return null
  return mod11OrZero(needDigits(beneficiario, 6, 'beneficiario'))
}

function sicoob(input: FreeFieldInput<'756'>): FreeField<'756'> {
  const agencia = needDigits(input.agencia, 4, 'agencia')
  const beneficiario = needDigits(input.beneficiario, 7, 'beneficiario')
  const ourNumber = needDigits(input.ourNumber, 7, 'ourNumber')
  const ourNumberDv = sicoobNumberDv(agencia + beneficiario.padStart(10, '0') + ourNumber)
  const beginning =
    needDigits(input.carteira, 1, 'carteira') + agencia + needDigits(input.modalidade, 2, 'modalidade')
  const ending = ourNumber + ourNumberDv + needDigits(input.parcela, 3, 'parcela')
  return { freeField: beginning + beneficiario + ending, ourNumberDv }
}

// 21 digits, weights 3, 1, 9, 7 from the left; seen from the right the round begins with its first weight, 3.
function sicoobNumberDv(digits: string): string {
  return elevenMinusOrZero(mod11Remainder(digits, [3, 7, 9, 1]))
}

function mod11OrZero(digits: string): string {
  return elevenMinusOrZero(mod11Remainder(digits))
}

function elevenMinusOrZero(remainder: number): string {
  return remainder < 2 ? '0' : String(11 - remainder)
}
