import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPublicAddress } from '#app/domain/settings/public-address.ts'
import { resolveEndpoint } from '#app/gateways/webhook/address.server.ts'
import { postWebhook, signWebhook } from '#app/gateways/webhook/post.server.ts'
import { startFakeReceiver } from '#tests/support/fakes/fake-receiver.ts'
import type { Fault } from '#tests/support/fakes/fake-server.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const publishedMessage = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
}
const publishedSignature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

test('creates the signature published by Standard Webhooks', () => {
  expect(signWebhook(secret, publishedMessage)).toBe(publishedSignature)
})

test.each([
  ['another id', { ...publishedMessage, id: 'msg_other' }, secret],
  ['another timestamp', { ...publishedMessage, timestamp: 1614265331 }, secret],
  ['a changed body', { ...publishedMessage, body: '{"test": 2432232315}' }, secret],
  ['another secret', publishedMessage, 'whsec_c2VjcmV0LW9mLWEtcm90YXRlZC1lbmRwb2ludA=='],
])('%s results in another signature', (_, signed, key) => {
  expect(signWebhook(key, signed)).not.toBe(publishedSignature)
})

test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '192.167.255.255', '2001:4860:4860::8888', '2606:4700::1111'])(
  'accepts the public address %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ['this machine', ['127.0.0.1', '127.255.255.254', '::1']],
  ['the unspecified address', ['0.0.0.0', '0.1.2.3', '::']],
  ['private networks', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']],
  ['link-local, where clouds serve their keys', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0']],
  ['addresses shared by carriers', ['100.64.0.1', '100.127.255.255']],
  ['unique local addresses', ['fc00::1', 'fd12:3456::1', 'fd00:ec2::254']],
  ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
  [
    'reserved addresses',
    ['240.0.0.1', '192.0.0.1', '198.18.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  ],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::']],
  ['reserved in IPv6', ['2001:db8::1', '2001::1', '4000::1', 'fec0::1', '64:ff9b:1::1']],
  ['invalid addresses', ['', 'localhost', '1.2.3', '300.1.1.1', 'x']],
])('never sends a webhook to %s', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

const publicAddress = { address: '93.184.215.14', family: 4 }
const privateAddress = { address: '10.1.2.3', family: 4 }

test.each([
  ['https://erp.example/', [publicAddress], publicAddress],
  ['https://erp.example/', [privateAddress], 'address refused: private'],
  ['https://erp.example/', [publicAddress, privateAddress], 'address refused: private'],
  ['https://erp.example/', [], 'address refused: unknown host'],
  ['http://erp.example/', [publicAddress], 'address refused: not-https'],
  ['https://erp.example:22/', [publicAddress], 'address refused: other-port'],
])('the endpoint %s with the addresses %j resolves to %j', async (url, addresses, expected) => {
  const answer = resolveEndpoint(new URL(url), { allowPrivate: false, resolve: async () => addresses })
  expect(await answer.catch((error: Error) => error.message)).toEqual(expected)
})

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::ffff:7f00:1]/',
])('rejects the private address in numeric form: %s', async (url) => {
  await expect(resolveEndpoint(new URL(url), { allowPrivate: false })).rejects.toThrow(
    'address refused: private',
  )
})

let receiver: Awaited<ReturnType<typeof startFakeReceiver>>
beforeAll(async () => {
  receiver = await startFakeReceiver()
  receiver.setSecret(secret)
})
beforeEach(() => receiver.reset())
afterAll(() => receiver.close())

const sentAt = new Date(publishedMessage.timestamp * 1000)
const makeMessage = (path = '/avisos') => ({
  address: `${receiver.url}${path}`,
  secrets: [secret],
  id: publishedMessage.id,
  body: publishedMessage.body,
  at: sentAt,
})

test('delivers a message unchanged and signed', async () => {
  expect(await postWebhook(makeMessage(), { allowPrivate: true })).toEqual({ status: 204, error: null })
  const [request] = receiver.requests
  expect(request).toMatchObject({ method: 'POST', path: '/avisos', body: publishedMessage.body })
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': publishedMessage.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': publishedSignature,
    'user-agent': 'Aeropub-Webhooks/1',
  })
})

test('resolves a name once and connects to that address', async () => {
  const resolvedNames: string[] = []
  const { port } = new URL(receiver.url)
  const resolveName = async (hostname: string) => {
    resolvedNames.push(hostname)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const message = { ...makeMessage(), address: `http://erp.invalid:${port}/avisos` }
  expect(await postWebhook(message, { allowPrivate: true, resolve: resolveName })).toMatchObject({
    status: 204,
  })
  expect(resolvedNames).toEqual(['erp.invalid'])
  expect(receiver.requests[0]?.headers.host).toBe(`erp.invalid:${port}`)
})

test('sends no request to a plain http or a private address by default', async () => {
  expect(await postWebhook(makeMessage())).toEqual({ status: null, error: 'address refused: not-https' })
  const message = { ...makeMessage(), address: 'https://erp.invalid/' }
  const resolveName = async () => [{ address: '127.0.0.1', family: 4 }]
  expect(await postWebhook(message, { resolve: resolveName })).toEqual({
    status: null,
    error: 'address refused: private',
  })
  expect(receiver.requests).toEqual([])
})

test.each<[Fault, number | null, RegExp]>([
  ['status-500', 500, /^answer 500: \{"message":"Internal Server Error"\}$/],
  ['status-429', 429, /^answer 429: Too many requests$/],
  ['redirect', 302, /^answer 302$/],
  ['html-400', 400, /^answer 400/],
  ['cut', null, /hang up|ECONNRESET/],
  ['silent', null, /^no answer in time$/],
  ['stops-halfway', null, /^no answer in time$/],
])('counts %s as a failed attempt', async (fault, status, error) => {
  receiver.fail(fault)
  const answer = await postWebhook(makeMessage(), { allowPrivate: true, limitMs: 500 })
  expect(answer.status).toBe(status)
  expect(answer.error).toMatch(error)
  expect(receiver.requests).toHaveLength(1)
})

test('counts an overlong response as a delivery', async () => {
  receiver.fail('huge')
  expect(await postWebhook(makeMessage(), { allowPrivate: true })).toEqual({ status: 200, error: null })
})
