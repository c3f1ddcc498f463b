import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDkimKey } from '#app/gateways/dkim-key.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'aeropub-dkim-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writeKeyFile(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const pemFormat = { type: 'pkcs8', format: 'pem' } as const
const makeRsaKey = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export(pemFormat).toString()
const ed25519Key = generateKeyPairSync('ed25519').privateKey.export(pemFormat).toString()

test('accepts only an RSA key of at least 1024 bits in PEM', () => {
  const validKey = makeRsaKey(1024)
  expect(readDkimKey(writeKeyFile('good.pem', validKey))).toEqual({ key: validKey })
  expect(readDkimKey(writeKeyFile('short.pem', makeRsaKey(512)))).toEqual({
    fault: expect.stringContaining('1024 bits'),
  })
  expect(readDkimKey(writeKeyFile('ed.pem', ed25519Key))).toEqual({ fault: 'not an RSA key' })
  expect(readDkimKey(writeKeyFile('text.pem', 'x'))).toEqual({ fault: 'not a private key in PEM' })
})

test('reports why the key file cannot be read', () => {
  expect(readDkimKey(join(folder, 'none.pem'))).toEqual({ fault: 'does not exist' })
  expect(readDkimKey(folder)).toEqual({ fault: 'cannot be read' })
})
