import { generatePixPayload, getPixPayloadInfo } from '@brazilian-utils/brazilian-utils'
import { describe, expect, test } from 'vitest'
import { crc16, writeTag } from '#app/domain/charges/emv.ts'
import { buildDynamicPix, buildStaticPix, listFailingPixChecks, parsePix } from '#app/domain/charges/pix.ts'
import { makeSeededRandom } from '#tests/support/seeded.ts'

const randomKey = '123e4567-e12b-12d1-a456-426655440000'
const receiver = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' }
const publishedCodes = {
  fixed: `00020126580014br.gov.bcb.pix0136${randomKey}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D`,
  dynamic:
    '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
}
const signCode = (codeWithoutCrc: string) => `${codeWithoutCrc}6304${crc16(`${codeWithoutCrc}6304`)}`
const buildCode = (overrides: object) =>
  buildStaticPix({ key: randomKey, ...receiver, amount: null, txid: null, ...overrides })

describe('a built Pix code', () => {
  test('equals the published examples, static and dynamic', () => {
    expect(buildCode({})).toBe(publishedCodes.fixed)
    const url = 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441'
    expect(buildDynamicPix({ url, ...receiver })).toBe(publishedCodes.dynamic)
  })

  test('is parsed into its parts, normalised and shortened', () => {
    const payload = buildCode({
      key: '+55 11 98765-4321',
      amount: 12_890,
      txid: 'PED202600001',
      description: 'Publicações técnicas',
      pointOfInitiation: '12',
      merchantName: '  Editora  Aeronáutica São José dos Campos ',
      merchantCity: 'São José dos Campos',
    })
    expect(parsePix(payload)).toMatchObject({
      valid: true,
      key: '+5511987654321',
      url: null,
      amount: '128.90',
      amountCents: 12_890,
      txid: 'PED202600001',
      description: 'Publicacoes tecnicas',
      pointOfInitiation: '12',
      merchantName: 'Editora Aeronautica Sao J',
      merchantCity: 'Sao Jose dos Ca',
      tags: ['00', '01', '26', '52', '53', '54', '58', '59', '60', '62', '63'],
    })
  })

  test.each([
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [999_999_999_999, '9999999999.99'],
  ])('writes %d centavos as %s', (amount, text) => {
    expect(parsePix(buildCode({ amount }))).toMatchObject({ amount: text, amountCents: amount })
  })

  test('shortens the description to the space left by the key', () => {
    const longestEmail = `${'a'.repeat(71)}@b.com`
    const spaceBesideRandomKey = 37
    expect(parsePix(buildCode({ description: 'x'.repeat(90) }))).toMatchObject({
      description: 'x'.repeat(spaceBesideRandomKey),
    })
    expect(parsePix(buildCode({ key: longestEmail, description: 'x' }))).toMatchObject({
      key: longestEmail,
      description: null,
    })
  })

  test.each([
    { key: '52998224724' },
    { amount: 0 },
    { amount: -1 },
    { amount: 12.5 },
    { amount: 1_000_000_000_000 },
    { txid: '' },
    { txid: 'with blank' },
    { txid: 'a'.repeat(26) },
    { merchantName: '  ' },
    { merchantCity: '東京' },
  ])('is rejected with %j', (overrides) => {
    expect(() => buildCode(overrides)).toThrow(RangeError)
  })

  test.each([
    'https://pix.example.com/x',
    'pix.example.com',
    '',
    `pix.example.com/${'x'.repeat(62)}`,
    'a b.com/x',
  ])('is rejected with the address %j', (url) => {
    expect(() => buildDynamicPix({ url, ...receiver })).toThrow(RangeError)
  })

  test('equals the code of another implementation', () => {
    const { below, text } = makeSeededRandom(7)
    const letters = 'abcdefghijklmnopqrstuvwxyz ÁÇÃÔé'
    for (let round = 0; round < 200; round += 1) {
      const amount = below(2) ? below(10_000_000) + 1 : null
      const codeFields = {
        merchantName: `N${text(below(40), letters)}`,
        merchantCity: `C${text(below(25), letters)}`,
        txid: below(2) ? text(1 + below(25), 'abcXYZ019') : null,
      }
      const libraryPayload = generatePixPayload({
        key: randomKey,
        ...codeFields,
        txid: codeFields.txid ?? undefined,
        amount: amount === null ? undefined : amount / 100,
      })
      const payload = buildCode({ ...codeFields, amount })
      expect(payload).toBe(libraryPayload)
      expect(getPixPayloadInfo(payload)).toMatchObject({ key: randomKey })
    }
  })
})

describe('a parsed Pix code', () => {
  test('is parsed with fields in another order and with unknown fields', () => {
    const codeWithoutCrc =
      '000201' +
      writeTag('60', 'BRASILIA') +
      writeTag('59', 'Fulano de Tal') +
      writeTag('50', `${writeTag('00', 'BR.GOV.BCB.PIX')}${writeTag('01', randomKey)}`) +
      writeTag('85', writeTag('00', 'other.scheme')) +
      writeTag('61', '70074900') +
      '5802BR5303986'
    expect(parsePix(`${signCode(codeWithoutCrc)}\n`)).toMatchObject({
      valid: true,
      key: randomKey,
      txid: null,
      amount: null,
      amountCents: null,
      pointOfInitiation: null,
    })
  })

  test('is parsed when dynamic or recurring', () => {
    expect(parsePix(publishedCodes.dynamic)).toMatchObject({
      valid: true,
      key: null,
      url: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441',
      pointOfInitiation: '12',
      txid: '***',
    })
    const recurrence = writeTag(
      '80',
      `${writeTag('00', 'br.gov.bcb.pix')}${writeTag('25', 'pix.example.com/rec/1')}`,
    )
    const codeStart = `000201${writeTag('26', writeTag('00', 'br.gov.bcb.pix'))}5303986`
    expect(parsePix(signCode(`${codeStart}5802BR5901N6001C${recurrence}`))).toMatchObject({
      valid: true,
      key: null,
      url: null,
      recurrenceUrl: 'pix.example.com/rec/1',
    })
  })

  test('is parsed with accents, whose lengths count characters', () => {
    const payload = signCode(publishedCodes.fixed.slice(0, -8).replace('Fulano de Tal', 'João de Tal !'))
    expect(parsePix(payload)).toMatchObject({ valid: true, merchantName: 'João de Tal !' })
  })

  test.each([
    ['one character altered', (code: string) => code.replace('Fulano', 'Fulana'), ['crc']],
    ['no CRC', (code: string) => code.slice(0, -8), ['crc']],
    ['text after the CRC', (code: string) => `${code}0101x`.replace('0101x', '610812345678'), ['crc']],
    ['cut short', (code: string) => code.slice(0, -1), ['tlv']],
    ['a length too long', (code: string) => code.replace('5913', '5914'), ['tlv']],
    ['a length too long inside a template', (code: string) => code.replace('0136', '0137'), ['tlv']],
    ['an empty text', () => '', ['crc', 'format', 'account', 'currency', 'country', 'merchant']],
    ['text', () => 'pague aqui', ['tlv']],
  ])('is rejected for %s', (_name, alterCode, failedChecks) => {
    expect(parsePix(alterCode(publishedCodes.fixed))).toEqual({ valid: false, failedChecks })
  })

  test.each([
    ['another version', '000201', '000202', ['format']],
    ['an unknown initiation', '000201', '000201010213', ['format']],
    ['a repeated field', '6008BRASILIA', '6008BRASILIA6008BRASILIA', ['repeated']],
    ['another scheme', 'br.gov.bcb.pix', 'br.gov.bcb.pi_', ['account']],
    ['another currency', '5303986', '5303840', ['currency']],
    ['another country', '5802BR', '5802AR', ['country']],
    ['no city', '6008BRASILIA', '', ['merchant']],
    ['an empty name', '5913Fulano de Tal', '5900', ['merchant']],
    ['a comma in the amount', '5802BR', '54041,005802BR', ['amount']],
    ['an empty amount', '5802BR', '54005802BR', ['amount']],
    ['three decimals', '5802BR', '54051.0005802BR', ['amount']],
    [
      'both a key and an address',
      `26580014br.gov.bcb.pix0136${randomKey}`,
      `26670014br.gov.bcb.pix0136${randomKey}2505a.b/c`,
      ['account'],
    ],
  ])('is rejected for %s, though its CRC is right', (_name, replacedText, newText, failedChecks) => {
    const payload = signCode(publishedCodes.fixed.slice(0, -8).replace(replacedText, newText))
    expect(listFailingPixChecks(payload)).toEqual(failedChecks)
  })

  test('with any altered character is invalid and causes no exception', () => {
    const { below, text } = makeSeededRandom(11)
    for (let round = 0; round < 500; round += 1) {
      const index = below(publishedCodes.fixed.length)
      const alteredCode =
        publishedCodes.fixed.slice(0, index) + text(1, '019Az*é') + publishedCodes.fixed.slice(index + 1)
      expect(parsePix(alteredCode).valid).toBe(alteredCode === publishedCodes.fixed)
    }
  })
})
