import { expect, test } from 'vitest'
import { calculateAccessKeyDigit } from '#app/domain/orders/invoices/access-key.ts'
import { readInvoiceXml } from '#app/domain/orders/invoices/invoice-xml.ts'

const keyStart = '3526111122233300018155001000000123148291037'
const key = `${keyStart}${calculateAccessKeyDigit(keyStart)}`

function makeInvoice({ id = key, protocolKey = key, status = '100', environment = '1' } = {}) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe${id}" versao="4.00">
<ide><tpAmb>${environment}</tpAmb></ide><det nItem="1"><prod><xProd>Manual &amp; catálogo</xProd></prod></det></infNFe></NFe>
<protNFe versao="4.00"><infProt><tpAmb>${environment}</tpAmb><chNFe>${protocolKey}</chNFe>
<dhRecbto>2026-11-25T10:12:13-03:00</dhRecbto><nProt>135260000000123</nProt><cStat>${status}</cStat></infProt></protNFe></nfeProc>`
}

test('reads key, protocol and time of an authorised document', () => {
  expect(readInvoiceXml(makeInvoice())).toEqual({
    ok: true,
    value: {
      key,
      protocol: '135260000000123',
      authorisedAt: '2026-11-25T10:12:13-03:00',
      isTest: false,
    },
  })
  expect(readInvoiceXml(makeInvoice({ environment: '2' }))).toMatchObject({
    ok: true,
    value: { isTest: true },
  })
})

test('accepts a document without a protocol', () => {
  const xmlWithoutProtocol = `<NFe><infNFe versao="4.00" Id="NFe${key}"><ide/></infNFe></NFe>`
  expect(readInvoiceXml(xmlWithoutProtocol)).toMatchObject({ ok: true, value: { key, protocol: null } })
})

const otherKeyStart = keyStart.replace('000000123', '000000124')

test.each([
  ['not-xml', 'PDF'],
  ['not-xml', makeInvoice().replace('</nfeProc>', '')],
  ['not-xml', makeInvoice().replace('</NFe>', '</nfe>')],
  ['not-xml', `${makeInvoice()}<NFe/>`],
  ['declares-types', `<!DOCTYPE nfeProc [<!ENTITY a "b">]>${makeInvoice()}`],
  ['declares-types', makeInvoice().replace('<nfeProc', '<!doctype html><nfeProc')],
  ['not-an-invoice', '<html><body/></html>'],
  ['no-key', makeInvoice({ id: '1'.repeat(44) })],
  ['keys-differ', makeInvoice({ protocolKey: `${otherKeyStart}${calculateAccessKeyDigit(otherKeyStart)}` })],
  ['not-authorised', makeInvoice({ status: '301' })],
])('rejects a document as %s', (fault, text) => {
  expect(readInvoiceXml(text)).toEqual({ ok: false, fault })
})
