import { expect, test } from 'vitest'
import {
  formatCount,
  formatDevice,
  formatLosses,
  joinWithAnd,
  maskDocument,
} from '#app/text/accounts/account-labels.ts'

const desktopAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${desktopAgent} Chrome/120.0 Safari/537.36`, 'Chrome no Windows'],
  [`${desktopAgent} Chrome/120.0 Safari/537.36 Edg/120.0`, 'Edge no Windows'],
  [`${desktopAgent} Chrome/120.0 Safari/537.36 OPR/106.0`, 'Opera no Windows'],
  [`${phoneAgent} Version/17.0 Mobile/15E148 Safari/604.1`, 'Safari no iPhone'],
  [`${phoneAgent} CriOS/120.0 Mobile/15E148 Safari/604.1`, 'Chrome no iPhone'],
  [
    'Mozilla/5.0 (Linux; Android 9; SM-G960F) SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36',
    'Samsung Internet no Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox no Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_2) AppleWebKit/605.1.15 Version/17.2 Safari/605.1.15',
    'Safari no Mac',
  ],
  ['curl/8.0', 'Aparelho desconhecido'],
  ['Something on Windows', 'Navegador no Windows'],
  ['', 'Aparelho desconhecido'],
  [null, 'Aparelho desconhecido'],
])('formats the user agent %s as %s', (userAgent, expectedText) => {
  expect(formatDevice(userAgent)).toBe(expectedText)
})

test('shows the last digits of a document', () => {
  expect(maskDocument({ cpf: '52998224725', cnpj: null })).toBe('CPF terminado em 25')
  expect(maskDocument({ cpf: null, cnpj: '12ABC34501DE35' })).toBe('CNPJ terminado em 35')
  expect(maskDocument({ cpf: null, cnpj: null })).toBeNull()
})

test.each([
  [0, 'Nenhuma aeronave'],
  [1, '1 aeronave'],
  [2, '2 aeronaves'],
])('formats a count of %i as %s', (count, expectedText) => {
  expect(formatCount(count, 'aeronave', 'aeronaves')).toBe(expectedText)
})

test.each([
  [{ orders: 0, subscriptions: 0, downloads: 0 }, ''],
  [{ orders: 0, subscriptions: 2, downloads: 0 }, '2 assinaturas em vigor'],
  [{ orders: 1, subscriptions: 0, downloads: 3 }, '1 pedido em aberto e 3 downloads comprados'],
  [
    { orders: 2, subscriptions: 1, downloads: 1 },
    '2 pedidos em aberto, 1 assinatura em vigor e 1 download comprado',
  ],
])('lists only existing data of an account: %o', (losses, expectedText) => {
  expect(joinWithAnd(formatLosses(losses))).toBe(expectedText)
})
