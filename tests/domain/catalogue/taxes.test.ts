import { describe, expect, test } from 'vitest'
import {
  areServiceCodesConsistent,
  getDefaultTaxes,
  getFallbackTaxes,
  getStandardTaxes,
  mergeTaxes,
  normaliseTaxCode,
  type TaxField,
} from '#app/domain/catalogue/taxes.ts'

const downloadPublication = { kind: 'parts', isDownload: true } as const

describe('codes of a service or licence', () => {
  const bookCodes = [
    'ncm',
    'cfop_inside',
    'icms_cst',
    'csosn',
    'pis_cofins_cst',
    'ibs_cbs_cst',
    'class_trib',
  ] as const

  test('do not include the standard codes of immune books', () => {
    const standardTaxes = getStandardTaxes('simples')
    const taxesByMedium = getDefaultTaxes(downloadPublication, {
      regime: 'simples',
      defaults: { download: { nature: 'service' } },
    })
    const taxesByKind = getDefaultTaxes(downloadPublication, {
      regime: 'simples',
      defaults: {
        download: { class_trib: '410008' },
        'download/parts': { nature: 'service', nbs: '115021000' },
      },
    })
    for (const taxes of [
      taxesByMedium,
      taxesByKind,
      mergeTaxes('simples', standardTaxes, { nature: 'service' }),
    ])
      for (const field of bookCodes) expect.soft(taxes[field], field).toBeNull()
    expect(taxesByKind.nbs).toBe('115021000')
  })

  test('the fallback codes follow the publication’s own nature, and are the defaults without one', () => {
    const defaults = getDefaultTaxes(downloadPublication, { regime: 'simples', defaults: {} })
    const fallbackTaxes = getFallbackTaxes('simples', defaults, { nature: 'service', nbs: '115021000' })
    for (const field of bookCodes) expect.soft(fallbackTaxes[field], field).toBeNull()
    expect(fallbackTaxes.nature).toBe(defaults.nature)
    expect(getFallbackTaxes('simples', defaults, {})).toEqual(defaults)
  })

  test('goods use the standard codes of books even if the default is a service', () => {
    const rules = {
      regime: 'normal',
      defaults: { download: { nature: 'service', class_trib: '000001' } },
    } as const
    const taxes = mergeTaxes('normal', getDefaultTaxes(downloadPublication, rules), {
      nature: 'goods',
      ncm: '49111010',
    })
    expect(taxes).toMatchObject({
      class_trib: '410008',
      ibs_cbs_cst: '410',
      pis_cofins_cst: '06',
      ncm: '49111010',
    })
  })
})

test.each<[TaxField, string, string | null]>([
  ['national_code', '01.05.01', '010501'],
  ['national_code', '010501', '010501'],
  ['national_code', '99.04.01', '990401'],
  ['national_code', '01.05', null],
  ['national_code', '41.01.01', null],
  ['operation_code', '100301', '100301'],
  ['operation_code', '1003', null],
])('parses the tax code %s "%s" as %s', (field, text, code) => {
  expect(normaliseTaxCode(field, text)).toBe(code)
})

test('the national service code starts with the list item', () => {
  expect(areServiceCodesConsistent({ service_code: '01.05', national_code: '010501' })).toBe(true)
  expect(areServiceCodesConsistent({ service_code: '01.05', national_code: '010901' })).toBe(false)
  expect(areServiceCodesConsistent({ service_code: null, national_code: '010901' })).toBe(true)
})
